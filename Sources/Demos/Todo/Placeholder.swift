// Todo
