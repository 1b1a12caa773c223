// TempuraServer
