import type { SharedMigration } from './migration.ts'

// The access token of a key, sealed by the workstations: the database never has the key to it. Hashes
// name tokens, also the one that it `replaced` after a 401. `refused`: a call with it was answered 401;
// `worked`: one was answered with a success. `failure`: the latest token call was refused. After a
// crash of the server the unlogged table is empty, and a token is requested again.
const postgres = `
CREATE UNLOGGED TABLE tokens (
  key TEXT PRIMARY KEY NOT NULL,
  sealed TEXT,
  digest TEXT,
  replaced TEXT,
  since TIMESTAMPTZ,
  worked INTEGER NOT NULL DEFAULT 0,
  refused INTEGER NOT NULL DEFAULT 0,
  failure TEXT,
  failed_at TIMESTAMPTZ
);

-- Takes the lock of whoever requests a token, if it is wanted and free, and then reads what is stored:
-- each statement sees what was committed before it. Ages are in milliseconds.
CREATE FUNCTION read_token(of_key text, is_wanted boolean) RETURNS json LANGUAGE plpgsql AS $$
DECLARE
  is_mine boolean := is_wanted AND pg_try_advisory_lock(hashtextextended(of_key, 0));
BEGIN
  RETURN json_build_object('isMine', is_mine, 'at', extract(epoch FROM clock_timestamp()),
    'stored', (SELECT json_build_object('sealed', sealed, 'replaced', replaced,
      'ageMs', greatest(extract(epoch FROM clock_timestamp() - since) * 1000, 0),
      'hasWorked', worked = 1, 'isRefused', refused = 1, 'failure', failure::json,
      'failedAt', failed_at, 'failedMs',
      greatest(extract(epoch FROM clock_timestamp() - failed_at) * 1000, 0))
      FROM store.tokens WHERE key = of_key));
END $$;
`

/** The one access token of workstations that share a store. */
export const sharedTokenMigration: SharedMigration = {
  version: 31,
  name: '0031-shared-token',
  // A store in a file has no other workstations.
  sql: { sqlite: '', postgres },
}
