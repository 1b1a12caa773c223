// TempuraUI
