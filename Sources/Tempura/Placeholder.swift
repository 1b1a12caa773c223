// Tempura
