// Locks a SQLite database for everybody else, from a process of its own, until it is told to end.
const Database = require('better-sqlite3');

const database = new Database(process.argv[2]);
database.exec('BEGIN EXCLUSIVE');
process.on('message', () => {
  database.exec('ROLLBACK');
  process.send('free');
});
process.on('disconnect', () => process.exit(0));
process.send('locked');
