/**
 * What no statement may do, whoever wrote it. Each guard has the name and the message of SQLite's;
 * its functions name tables by their schema, since a temporary table would hide them.
 */
export const guards = `
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation';
END $$;

-- Compares with the head and moves it in one statement: a writer beside the line waits for it.
CREATE FUNCTION continue_chain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE store.chain_head SET seq = NEW.seq, hash = NEW.hash
    WHERE seq = NEW.seq - 1 AND hash = NEW.previous_hash;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'an audit entry only continues the chain'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_entries_only_continue BEFORE INSERT ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION continue_chain();
CREATE TRIGGER audit_entries_never_change BEFORE UPDATE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse('audit entries never change');
CREATE TRIGGER audit_entries_never_go BEFORE DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse('audit entries are never deleted');
CREATE TRIGGER chain_head_only_follows BEFORE INSERT OR UPDATE OR DELETE ON chain_head
  FOR EACH ROW WHEN (pg_trigger_depth() = 0)
  EXECUTE FUNCTION refuse('the head of the chain only follows its entries');

CREATE TRIGGER order_attempts_never_go BEFORE DELETE ON order_attempts
  FOR EACH ROW EXECUTE FUNCTION refuse('a journalled sending is never removed');
CREATE TRIGGER orders_sending_from_queue BEFORE UPDATE OF state ON orders
  FOR EACH ROW WHEN (NEW.state = 'sending' AND OLD.state NOT IN ('queued', 'sending'))
  EXECUTE FUNCTION refuse('only what was released is sent');
CREATE TRIGGER orders_body_stands BEFORE UPDATE OF body ON orders
  FOR EACH ROW WHEN (NEW.body IS DISTINCT FROM OLD.body
    AND NEW.state NOT IN ('draft', 'awaiting-approval'))
  EXECUTE FUNCTION refuse('what was approved does not change');
CREATE TRIGGER order_support_replies_never_go BEFORE DELETE ON order_support_replies
  FOR EACH ROW EXECUTE FUNCTION refuse('what the bank said is never removed');
CREATE TRIGGER entry_support_replies_never_go BEFORE DELETE ON entry_support_replies
  FOR EACH ROW EXECUTE FUNCTION refuse('what the bank said is never removed');
CREATE TRIGGER order_sent_versions_stay BEFORE UPDATE ON order_sent_versions
  FOR EACH ROW EXECUTE FUNCTION refuse('what was sent is never changed');
CREATE TRIGGER order_sent_versions_never_go BEFORE DELETE ON order_sent_versions
  FOR EACH ROW EXECUTE FUNCTION refuse('what was sent is never changed');

-- The session says which workstation it is.
CREATE FUNCTION refuse_away_from_home() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.home IS DISTINCT FROM (SELECT home FROM store.orders WHERE id = NEW.order_id)
    OR NEW.home IS DISTINCT FROM nullif(current_setting('countersign.workstation', true), '')
  THEN
    RAISE EXCEPTION 'only the home of an order sends it'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER order_attempts_only_at_home BEFORE INSERT ON order_attempts
  FOR EACH ROW WHEN (NEW.outcome = 'under-way') EXECUTE FUNCTION refuse_away_from_home();

CREATE TRIGGER order_comments_stay BEFORE UPDATE ON order_comments
  FOR EACH ROW EXECUTE FUNCTION refuse('a comment is never changed');
CREATE TRIGGER order_comments_never_go BEFORE DELETE ON order_comments
  FOR EACH ROW EXECUTE FUNCTION refuse('a comment is never removed');
CREATE TRIGGER order_files_stay BEFORE UPDATE ON order_files
  FOR EACH ROW EXECUTE FUNCTION refuse('a file is never changed');
CREATE TRIGGER order_files_never_go BEFORE DELETE ON order_files
  FOR EACH ROW EXECUTE FUNCTION refuse('a file is never removed');
CREATE TRIGGER order_file_contents_stay BEFORE UPDATE ON order_file_contents
  FOR EACH ROW EXECUTE FUNCTION refuse('a file is never changed');
CREATE TRIGGER order_file_contents_never_go BEFORE DELETE ON order_file_contents
  FOR EACH ROW EXECUTE FUNCTION refuse('a file is never removed');
CREATE TRIGGER payment_schedule_occurrences_stay BEFORE UPDATE ON payment_schedule_occurrences
  FOR EACH ROW EXECUTE FUNCTION refuse('the draft of a planned day is never changed');
CREATE TRIGGER payment_schedule_occurrences_never_go BEFORE DELETE ON payment_schedule_occurrences
  FOR EACH ROW EXECUTE FUNCTION refuse('the draft of a planned day is never removed');
CREATE TRIGGER batch_template_occurrences_stay BEFORE UPDATE ON batch_template_occurrences
  FOR EACH ROW EXECUTE FUNCTION refuse('the draft of a planned day is never changed');
CREATE TRIGGER batch_template_occurrences_never_go BEFORE DELETE ON batch_template_occurrences
  FOR EACH ROW EXECUTE FUNCTION refuse('the draft of a planned day is never removed');

-- A condition of a trigger may not read another table.
CREATE FUNCTION refuse_unless_draft() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  row store.batch_entries := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
BEGIN
  IF (SELECT state FROM store.orders WHERE id = row.order_id) <> 'draft'
    OR (TG_OP = 'DELETE' AND row.trace_number IS NOT NULL)
  THEN
    RAISE EXCEPTION 'what was submitted does not change'
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER batch_entries_stand
  BEFORE UPDATE OF typed, position, order_id, amount, direction ON batch_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_unless_draft();
CREATE TRIGGER batch_entries_come_to_drafts BEFORE INSERT ON batch_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_unless_draft();
CREATE TRIGGER batch_entries_go_from_drafts BEFORE DELETE ON batch_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_unless_draft();
CREATE TRIGGER batch_entries_keep_trace BEFORE UPDATE OF trace_number ON batch_entries
  FOR EACH ROW WHEN (OLD.trace_number IS NOT NULL
    AND NEW.trace_number IS DISTINCT FROM OLD.trace_number)
  EXECUTE FUNCTION refuse('a trace number is kept for ever');

-- TRUNCATE asks no guard of rows, and SQLite has none.
CREATE TRIGGER audit_entries_never_emptied BEFORE TRUNCATE ON audit_entries
  EXECUTE FUNCTION refuse('audit entries are never deleted');
CREATE TRIGGER chain_head_never_emptied BEFORE TRUNCATE ON chain_head
  EXECUTE FUNCTION refuse('the head of the chain only follows its entries');
CREATE TRIGGER order_attempts_never_emptied BEFORE TRUNCATE ON order_attempts
  EXECUTE FUNCTION refuse('a journalled sending is never removed');
CREATE TRIGGER order_support_replies_never_emptied BEFORE TRUNCATE ON order_support_replies
  EXECUTE FUNCTION refuse('what the bank said is never removed');
CREATE TRIGGER entry_support_replies_never_emptied BEFORE TRUNCATE ON entry_support_replies
  EXECUTE FUNCTION refuse('what the bank said is never removed');
CREATE TRIGGER order_sent_versions_never_emptied BEFORE TRUNCATE ON order_sent_versions
  EXECUTE FUNCTION refuse('what was sent is never changed');
CREATE TRIGGER order_comments_never_emptied BEFORE TRUNCATE ON order_comments
  EXECUTE FUNCTION refuse('a comment is never removed');
CREATE TRIGGER order_files_never_emptied BEFORE TRUNCATE ON order_files
  EXECUTE FUNCTION refuse('a file is never removed');
CREATE TRIGGER order_file_contents_never_emptied BEFORE TRUNCATE ON order_file_contents
  EXECUTE FUNCTION refuse('a file is never removed');
CREATE TRIGGER payment_schedule_occurrences_never_emptied BEFORE TRUNCATE ON payment_schedule_occurrences
  EXECUTE FUNCTION refuse('the draft of a planned day is never removed');
CREATE TRIGGER batch_template_occurrences_never_emptied BEFORE TRUNCATE ON batch_template_occurrences
  EXECUTE FUNCTION refuse('the draft of a planned day is never removed');
CREATE TRIGGER batch_entries_never_emptied BEFORE TRUNCATE ON batch_entries
  EXECUTE FUNCTION refuse('what was submitted does not change');
`
