import type { Migration } from './migration.ts'

// Neither a comment nor a file is ever changed or removed. The content of a file has a table of its
// own, so that no list reads it.
const commentsAndFiles = `
CREATE TABLE order_comments (
  order_id TEXT NOT NULL REFERENCES orders (id),
  seq INTEGER NOT NULL,
  at TEXT NOT NULL,
  author TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('comment', 'duplicate')),
  text TEXT NOT NULL CHECK (text <> ''),
  PRIMARY KEY (order_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE order_files (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  at TEXT NOT NULL,
  author TEXT NOT NULL,
  name TEXT NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  sha256 TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX order_files_by_order ON order_files (order_id, at);
CREATE TABLE order_file_contents (
  file_id TEXT PRIMARY KEY REFERENCES order_files (id),
  content BLOB NOT NULL
) STRICT;
CREATE TRIGGER order_comments_stay BEFORE UPDATE ON order_comments
BEGIN SELECT RAISE(ABORT, 'a comment is never changed'); END;
CREATE TRIGGER order_comments_never_go BEFORE DELETE ON order_comments
BEGIN SELECT RAISE(ABORT, 'a comment is never removed'); END;
CREATE TRIGGER order_files_stay BEFORE UPDATE ON order_files
BEGIN SELECT RAISE(ABORT, 'a file is never changed'); END;
CREATE TRIGGER order_files_never_go BEFORE DELETE ON order_files
BEGIN SELECT RAISE(ABORT, 'a file is never removed'); END;
CREATE TRIGGER order_file_contents_stay BEFORE UPDATE ON order_file_contents
BEGIN SELECT RAISE(ABORT, 'a file is never changed'); END;
CREATE TRIGGER order_file_contents_never_go BEFORE DELETE ON order_file_contents
BEGIN SELECT RAISE(ABORT, 'a file is never removed'); END;
`

/** Comments and files that operators add to an order. */
export const commentsAndFilesMigration: Migration = {
  version: 24,
  name: '0024-comments-and-files',
  sql: commentsAndFiles,
}
