/** What no statement may do, whoever wrote it; `postgres/guards.ts` has the same names and messages. */
import { genesis } from '../hash-chain.ts'

const refuse = (message: string): string => `BEGIN SELECT RAISE(ABORT, '${message}'); END;`

const neverChanges = (table: string, message: string): string => `
CREATE TRIGGER ${table}_stay BEFORE UPDATE ON ${table}
${refuse(message)}`
const neverGoes = (table: string, message: string): string => `
CREATE TRIGGER ${table}_never_go BEFORE DELETE ON ${table}
${refuse(message)}`

// The insert trigger keeps the chain in order and so also prevents INSERT OR REPLACE, which would
// delete a row without firing the delete trigger.
const chain = `
CREATE TRIGGER audit_entries_only_continue BEFORE INSERT ON audit_entries
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM audit_entries)
  OR NEW.previous_hash <> coalesce(
    (SELECT hash FROM audit_entries ORDER BY seq DESC LIMIT 1), '${genesis.hash}')
${refuse('an audit entry only continues the chain')}
CREATE TRIGGER audit_entries_never_change BEFORE UPDATE ON audit_entries
${refuse('audit entries never change')}${neverGoes('audit_entries', 'audit entries are never deleted')}
`

const orders = `
CREATE TRIGGER orders_sending_from_queue BEFORE UPDATE OF state ON orders
WHEN NEW.state = 'sending' AND OLD.state NOT IN ('queued', 'sending')
${refuse('only what was released is sent')}
CREATE TRIGGER orders_body_stands BEFORE UPDATE OF body ON orders
WHEN NEW.body IS NOT OLD.body AND NEW.state NOT IN ('draft', 'awaiting-approval')
${refuse('what was approved does not change')}
CREATE TRIGGER order_attempts_only_at_home BEFORE INSERT ON order_attempts
WHEN NEW.outcome = 'under-way' AND
  NEW.home IS NOT (SELECT home FROM orders WHERE id = NEW.order_id)
${refuse('only the home of an order sends it')}
${neverGoes('order_attempts', 'a journalled sending is never removed')}
${neverGoes('order_support_replies', 'what the bank said is never removed')}
${neverChanges('order_sent_versions', 'what was sent is never changed')}
${neverGoes('order_sent_versions', 'what was sent is never changed')}
${neverChanges('order_comments', 'a comment is never changed')}
${neverGoes('order_comments', 'a comment is never removed')}
${neverChanges('order_files', 'a file is never changed')}
${neverGoes('order_files', 'a file is never removed')}
${neverChanges('order_file_contents', 'a file is never changed')}
${neverGoes('order_file_contents', 'a file is never removed')}
${neverChanges('payment_schedule_occurrences', 'the draft of a planned day is never changed')}
${neverGoes('payment_schedule_occurrences', 'the draft of a planned day is never removed')}
`

// Submitted data does not change; an entry with a number from the bank is never removed.
const batches = `
CREATE TRIGGER batch_entries_stand BEFORE UPDATE OF typed, position, order_id, amount, direction ON batch_entries
WHEN (SELECT state FROM orders WHERE id = OLD.order_id) <> 'draft'
${refuse('what was submitted does not change')}
CREATE TRIGGER batch_entries_come_to_drafts BEFORE INSERT ON batch_entries
WHEN (SELECT state FROM orders WHERE id = NEW.order_id) <> 'draft'
${refuse('what was submitted does not change')}
CREATE TRIGGER batch_entries_go_from_drafts BEFORE DELETE ON batch_entries
WHEN (SELECT state FROM orders WHERE id = OLD.order_id) <> 'draft' OR OLD.trace_number IS NOT NULL
${refuse('what was submitted does not change')}
CREATE TRIGGER batch_entries_keep_trace BEFORE UPDATE OF trace_number ON batch_entries
WHEN OLD.trace_number IS NOT NULL AND NEW.trace_number IS NOT OLD.trace_number
${refuse('a trace number is kept for ever')}
${neverGoes('entry_support_replies', 'what the bank said is never removed')}
${neverChanges('batch_template_occurrences', 'the draft of a planned day is never changed')}
${neverGoes('batch_template_occurrences', 'the draft of a planned day is never removed')}
`

export const guards = chain + orders + batches
