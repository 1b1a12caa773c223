// Katana
