/** What only a store in a database has: others write to it at the same time. */
import { genesis } from '../hash-chain.ts'

const heads = `
-- One row: whoever writes locks it first, so that writers come one after another.
CREATE TABLE chain_head (
  id bigint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  seq bigint NOT NULL,
  hash text NOT NULL
);
INSERT INTO chain_head (seq, hash) VALUES (0, '${genesis.hash}');

-- One row. SQLite has both in the header of its file.
CREATE TABLE store_version (
  id bigint PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  version bigint NOT NULL,
  schema text NOT NULL
);
`

// A notice wakes the others, which then read the chain.
const news = `
CREATE FUNCTION tell_act() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('acts', NEW.seq::text);
  RETURN NULL;
END $$;
CREATE TRIGGER audit_entries_are_told AFTER INSERT ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION tell_act();
CREATE FUNCTION tell_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tallied', TG_TABLE_NAME);
  RETURN NULL;
END $$;
CREATE TRIGGER inbox_items_are_told AFTER INSERT OR UPDATE OR DELETE ON inbox_items
  FOR EACH STATEMENT EXECUTE FUNCTION tell_table();
`

// A slot is one of the bank's calls per second: the session with its lock may call with it. After a crash
// of the server the unlogged table is empty, so that nobody is believed to have left a slot clean. A
// row of `pauses` says that the key is known: before it, nobody has called with it.
const slots = `
CREATE UNLOGGED TABLE slots (
  key TEXT NOT NULL,
  slot INTEGER NOT NULL,
  clean INTEGER NOT NULL,
  holder TEXT NOT NULL,
  PRIMARY KEY (key, slot)
);
CREATE TABLE pauses (
  key TEXT PRIMARY KEY NOT NULL,
  until TIMESTAMPTZ,
  said_by TEXT
);

-- Returns how many milliseconds of a pause are left.
CREATE FUNCTION share_slots(of_key text, count integer) RETURNS double precision
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO store.pauses (key) VALUES (of_key) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    INSERT INTO store.slots (key, slot, clean, holder)
      SELECT of_key, n, 1, '' FROM generate_series(1, count) AS n ON CONFLICT DO NOTHING;
  END IF;
  RETURN (SELECT greatest(extract(epoch FROM until - clock_timestamp()) * 1000, 0)
    FROM store.pauses WHERE key = of_key);
END $$;

-- Takes the lock of a slot that the session does not have: a session gets its own lock again. Each
-- statement sees what was committed before it, so a slot is read after its lock was taken.
CREATE FUNCTION take_slot(of_key text, count integer, held integer[], me text, pasts text[])
RETURNS TABLE (taken integer, past text) LANGUAGE plpgsql AS $$
DECLARE
  candidate integer;
BEGIN
  FOR candidate IN
    SELECT n FROM generate_series(1, count) AS n
      LEFT JOIN store.slots AS s ON s.key = of_key AND s.slot = n
    WHERE n <> ALL (held)
    ORDER BY s.holder = me AND s.clean = 0 DESC NULLS LAST, s.clean DESC NULLS LAST, n
  LOOP
    CONTINUE WHEN NOT pg_try_advisory_lock(hashtextextended(of_key, candidate));
    taken := candidate;
    past := coalesce((SELECT CASE WHEN clean = 1 THEN 'clean' WHEN holder = me THEN 'own' END
      FROM store.slots WHERE key = of_key AND slot = candidate), 'unknown');
    IF past = ANY (pasts) THEN
      INSERT INTO store.slots (key, slot, clean, holder) VALUES (of_key, candidate, 0, me)
        ON CONFLICT (key, slot) DO UPDATE SET clean = 0, holder = me;
      RETURN NEXT;
      RETURN;
    END IF;
    PERFORM pg_advisory_unlock(hashtextextended(of_key, candidate));
  END LOOP;
END $$;
`

// The access token of a key, sealed by the workstations: the database never has the key to it. Hashes
// name tokens, also the one that it `replaced` after a 401. `refused`: a call with it was answered 401;
// `worked`: one was answered with a success. `failure`: the latest token call was refused. After a
// crash of the server the unlogged table is empty, and a token is requested again.
const tokens = `
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

// PostgreSQL has no index that waits for calls.
const calls = `
CREATE VIEW bank_calls_to_index (seq, words) AS SELECT seq, path FROM bank_calls WHERE false;
`

export const ownTables = heads + news + slots + tokens + calls
