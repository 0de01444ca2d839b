// Locks a SQLite database from its own process until it receives a message.
const Database = require('better-sqlite3');

const database = new Database(process.argv[2]);
database.exec('BEGIN EXCLUSIVE');
process.on('message', () => {
  database.exec('ROLLBACK');
  process.send('free');
});
process.on('disconnect', () => process.exit(0));
process.send('locked');
