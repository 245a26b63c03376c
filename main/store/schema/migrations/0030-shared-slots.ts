import type { SharedMigration } from './migration.ts'

// A slot is one of the bank's calls per second: the session with its lock may call with it. After a crash
// of the server the unlogged table is empty, so that nobody is believed to have left a slot clean. A
// row of `pauses` says that the key is known: before it, nobody has called with it.
const postgres = `
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

/** The calls per second that workstations share, and the pauses after a 429 that all keep. */
export const sharedSlotsMigration: SharedMigration = {
  version: 30,
  name: '0030-shared-slots',
  // A store in a file has no other workstations.
  sql: { sqlite: '', postgres },
}
