it.todo('x');
