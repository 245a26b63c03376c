/** Payees, payment orders with their journal, batches and schedules. */
export const moneyTables = `
CREATE TABLE payees (
  id text PRIMARY KEY,
  at text NOT NULL,
  approved_version bigint NOT NULL DEFAULT 0,
  approved_at text,
  proposed_version bigint,
  removed_at text,
  changed_at text NOT NULL,
  search_text text NOT NULL
);
CREATE INDEX payees_proposed ON payees (id) WHERE proposed_version IS NOT NULL;

CREATE TABLE payee_versions (
  payee_id text NOT NULL REFERENCES payees (id),
  version bigint NOT NULL,
  details json_text,
  proposed_by text NOT NULL,
  proposed_at text NOT NULL,
  state text NOT NULL CHECK (state IN ('proposed', 'approved', 'refused', 'withdrawn', 'replaced')),
  decided_by text,
  decided_at text,
  comment text NOT NULL DEFAULT '',
  PRIMARY KEY (payee_id, version),
  CHECK (decided_by IS NULL OR state = 'withdrawn' OR decided_by <> proposed_by)
);
CREATE INDEX payee_versions_by_account
  ON payee_versions (ltrim(json_extract(details, '$.accountNumber'), '0') NULLS FIRST)
  WHERE details IS NOT NULL;

CREATE TABLE orders (
  id text PRIMARY KEY,
  created_at text NOT NULL,
  updated_at text NOT NULL,
  maker text NOT NULL,
  service text NOT NULL CHECK (service IN ('WIRE', 'RTP', 'CCD', 'CTX', 'PPD')),
  state text NOT NULL
    CHECK (state IN ('draft', 'awaiting-approval', 'approved', 'queued', 'sending', 'accepted',
      'rejected', 'outcome-unknown', 'withdrawn')),
  reference text NOT NULL UNIQUE,
  form json_text NOT NULL,
  body text,
  body_sha256 text,
  binding text,
  policy_version bigint,
  submitted_at text,
  submitted_by text,
  released_at text,
  released_by text,
  not_sent text,
  sent_back json_text,
  payee_id text REFERENCES payees (id),
  payee_version bigint,
  ownership_validation_id text REFERENCES validations (id),
  ownership_by text,
  validate_call_id text,
  validate_body_sha256 text,
  validate_at text,
  validate_by text,
  validate_kind text,
  debit_account text NOT NULL,
  debit_significant text NOT NULL,
  debit_label text NOT NULL,
  amount bigint,
  currency text NOT NULL,
  value_date text NOT NULL,
  beneficiary text NOT NULL,
  beneficiary_account text NOT NULL,
  beneficiary_significant text NOT NULL,
  beneficiary_bank text NOT NULL,
  transaction_id text,
  standing text NOT NULL DEFAULT 'not-said',
  standing_word text,
  standing_at text,
  is_final bigint NOT NULL DEFAULT 0 CHECK (is_final IN (0, 1)),
  last_call_id text,
  next_look_up_at text,
  second_sending json_text,
  search_text text NOT NULL,
  restored json_text,
  closed_at text
);
CREATE INDEX orders_by_state ON orders (state, updated_at, id);
CREATE INDEX orders_by_time ON orders (updated_at, id);
CREATE INDEX orders_by_next_look_up
  ON orders (next_look_up_at NULLS FIRST) WHERE next_look_up_at IS NOT NULL;
CREATE INDEX orders_by_transaction
  ON orders USING spgist (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX orders_by_payee ON orders (payee_id NULLS FIRST, state);
CREATE INDEX orders_ended_badly
  ON orders (standing, standing_at NULLS FIRST)
  WHERE standing IN ('returned', 'failed', 'cancelled', 'contradictory');
CREATE INDEX orders_open_by_word
  ON orders USING spgist (standing_word)
  WHERE state = 'accepted' AND is_final = 0 AND standing_word IS NOT NULL;
CREATE INDEX orders_to_beneficiary
  ON orders USING spgist (beneficiary_significant) WHERE beneficiary_significant <> '';
CREATE INDEX orders_on_ownership
  ON orders (ownership_validation_id NULLS FIRST) WHERE ownership_validation_id IS NOT NULL;
CREATE INDEX orders_validated_in
  ON orders (validate_call_id NULLS FIRST) WHERE validate_call_id IS NOT NULL;
CREATE INDEX orders_at_a_glance
  ON orders (state, is_final, standing, service, currency, amount NULLS FIRST);
CREATE INDEX orders_by_debit ON orders (debit_significant, value_date);
CREATE INDEX orders_by_submission
  ON orders (submitted_at NULLS FIRST) WHERE submitted_at IS NOT NULL;

CREATE TABLE order_approvals (
  order_id text NOT NULL REFERENCES orders (id),
  seq bigint NOT NULL,
  operator text NOT NULL,
  at text NOT NULL,
  binding text NOT NULL,
  voided_at text,
  voided_because text,
  reason text,
  PRIMARY KEY (order_id, seq)
);

CREATE TABLE order_attempts (
  order_id text NOT NULL REFERENCES orders (id),
  seq bigint NOT NULL,
  released_by text NOT NULL,
  confirmed_by text,
  journalled_at text NOT NULL,
  ended_at text,
  body_sha256 text NOT NULL,
  outcome text NOT NULL
    CHECK (outcome IN ('under-way', 'not-sent', 'accepted', 'rejected', 'unknown', 'interrupted')),
  reason text,
  status bigint,
  call_id text,
  transaction_id text,
  is_bar bigint NOT NULL DEFAULT 0 CHECK (is_bar IN (0, 1)),
  second_sending json_text,
  PRIMARY KEY (order_id, seq),
  CHECK (confirmed_by IS NULL OR confirmed_by <> released_by)
);
CREATE INDEX order_attempts_by_call
  ON order_attempts (call_id NULLS FIRST) WHERE call_id IS NOT NULL;
CREATE INDEX order_attempts_by_time ON order_attempts (journalled_at);

CREATE TABLE order_look_ups (
  order_id text NOT NULL REFERENCES orders (id),
  seq bigint NOT NULL,
  at text NOT NULL,
  actor text NOT NULL,
  looked_by text NOT NULL CHECK (looked_by IN ('transaction-id', 'reference', 'addenda', 'list')),
  verdict text NOT NULL CHECK (verdict IN ('found', 'not-found', 'undecided', 'no-answer')),
  word text,
  after_attempt bigint NOT NULL,
  call_id text,
  route text CHECK (route IN ('proven', 'untried')),
  reason text
    CHECK (reason IN ('route-shows-nothing', 'not-agreed', 'account-too-long', 'too-old',
      'not-collected', 'accounts-alike')),
  PRIMARY KEY (order_id, seq)
);
CREATE INDEX order_look_ups_by_call
  ON order_look_ups (call_id NULLS FIRST) WHERE call_id IS NOT NULL;

CREATE TABLE order_statements (
  order_id text NOT NULL REFERENCES orders (id),
  seq bigint NOT NULL,
  at text NOT NULL,
  source text NOT NULL CHECK (source IN ('initiate', 'look-up', 'alert')),
  vocabulary text NOT NULL CHECK (vocabulary IN ('payment', 'business', 'batch')),
  word text NOT NULL,
  said_at text,
  call_id text,
  alert_seq bigint,
  PRIMARY KEY (order_id, seq)
);
CREATE INDEX order_statements_by_call
  ON order_statements (call_id NULLS FIRST) WHERE call_id IS NOT NULL;

CREATE TABLE order_desk_words (
  order_id text NOT NULL REFERENCES orders (id),
  seq bigint NOT NULL,
  said text NOT NULL CHECK (said IN ('made', 'not-made')),
  contact text NOT NULL,
  said_at text NOT NULL,
  ticket text NOT NULL,
  after_attempt bigint NOT NULL,
  evidence text NOT NULL,
  recorded_by text NOT NULL,
  recorded_at text NOT NULL,
  confirmed_by text,
  confirmed_at text,
  withdrawn_at text,
  PRIMARY KEY (order_id, seq),
  CHECK (confirmed_by IS NULL OR confirmed_by <> recorded_by),
  CHECK (confirmed_by IS NULL OR withdrawn_at IS NULL)
);

CREATE TABLE order_alerts (
  order_id text NOT NULL REFERENCES orders (id),
  alert_seq bigint NOT NULL REFERENCES alerts (seq),
  matched_by text NOT NULL CHECK (matched_by IN ('reference', 'transaction-id', 'suggestion')),
  decision text NOT NULL CHECK (decision IN ('counts', 'open', 'dismissed')),
  decided_by text,
  at text NOT NULL,
  PRIMARY KEY (order_id, alert_seq)
);
CREATE INDEX order_alerts_by_alert ON order_alerts (alert_seq);

CREATE TABLE order_views (
  order_id text NOT NULL REFERENCES orders (id),
  operator text NOT NULL,
  at text NOT NULL,
  seen json_text NOT NULL,
  PRIMARY KEY (order_id, operator)
);

CREATE TABLE order_comments (
  order_id text NOT NULL REFERENCES orders (id),
  seq bigint NOT NULL,
  at text NOT NULL,
  author text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('comment', 'duplicate')),
  text text NOT NULL CHECK (text <> ''),
  PRIMARY KEY (order_id, seq)
);

CREATE TABLE order_files (
  id text PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders (id),
  at text NOT NULL,
  author text NOT NULL,
  name text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  sha256 text NOT NULL
);
CREATE INDEX order_files_by_order ON order_files (order_id, at);

CREATE TABLE order_file_contents (
  file_id text PRIMARY KEY REFERENCES order_files (id),
  content bytea NOT NULL
);

CREATE TABLE payment_schedules (
  id text PRIMARY KEY,
  form text NOT NULL,
  rule text NOT NULL,
  state text NOT NULL CHECK (state IN ('active', 'paused', 'missed', 'ended')),
  next_on text,
  made_from text NOT NULL REFERENCES orders (id),
  owner text NOT NULL,
  at text NOT NULL
);
CREATE INDEX payment_schedules_due
  ON payment_schedules (next_on NULLS FIRST) WHERE state = 'active';

CREATE TABLE payment_schedule_drafts (
  schedule_id text NOT NULL REFERENCES payment_schedules (id),
  planned_on text NOT NULL,
  order_id text NOT NULL UNIQUE REFERENCES orders (id),
  PRIMARY KEY (schedule_id, planned_on)
);

CREATE TABLE batches (
  order_id text PRIMARY KEY REFERENCES orders (id),
  sec_code text NOT NULL CHECK (sec_code IN ('CCD', 'CTX', 'PPD')),
  entries bigint NOT NULL DEFAULT 0,
  credits bigint NOT NULL DEFAULT 0,
  debits bigint NOT NULL DEFAULT 0,
  source_file text,
  source_sha256 text,
  part bigint,
  parts bigint,
  reversal_of text REFERENCES orders (id),
  reentry_of text REFERENCES orders (id),
  template_id text,
  authors json_text,
  bank_status text,
  bank_effective_date text,
  bank_accepted_at text,
  bank_messages json_text,
  answer_call_id text,
  followed_at text,
  next_follow_at text,
  debited_account text,
  debited_significant text
);
CREATE INDEX batches_by_next_follow
  ON batches (next_follow_at NULLS FIRST) WHERE next_follow_at IS NOT NULL;
CREATE INDEX batches_by_source
  ON batches (source_sha256 NULLS FIRST) WHERE source_sha256 IS NOT NULL;
CREATE INDEX batches_by_reversed ON batches (reversal_of NULLS FIRST) WHERE reversal_of IS NOT NULL;
CREATE INDEX batches_by_reentered ON batches (reentry_of NULLS FIRST) WHERE reentry_of IS NOT NULL;

CREATE TABLE batch_entries (
  id text PRIMARY KEY CHECK (length(id) = 32),
  order_id text NOT NULL REFERENCES orders (id),
  position double precision NOT NULL,
  typed json_text NOT NULL,
  amount bigint,
  direction text NOT NULL,
  routing_number text NOT NULL,
  account_significant text NOT NULL,
  receiver_folded text NOT NULL,
  payee_id text,
  follows_entry text,
  verdict text CHECK (verdict IN ('accepted', 'rejected', 'in-error', 'unclear', 'not-mentioned')),
  messages json_text,
  trace_number text,
  par_number text,
  standing text NOT NULL DEFAULT 'not-said'
    CHECK (standing IN ('not-said', 'collected', 'settled', 'returned', 'unclear')),
  standing_word text,
  standing_at text,
  return_code text,
  return_text text,
  return_date text,
  returned_at text,
  change_code text,
  change_text text,
  change_data text,
  changed_at text,
  detail_call_id text,
  correction json_text,
  shown_amount text,
  debited_significant text,
  sent_anyway text
);
CREATE INDEX batch_entries_in_order ON batch_entries (order_id, position, id);
CREATE INDEX batch_entries_by_trace
  ON batch_entries USING spgist (trace_number) WHERE trace_number IS NOT NULL;
CREATE INDEX batch_entries_by_account
  ON batch_entries (account_significant, routing_number, amount NULLS FIRST);
CREATE INDEX batch_entries_by_followed
  ON batch_entries (follows_entry NULLS FIRST) WHERE follows_entry IS NOT NULL;
CREATE INDEX batch_entries_by_exception
  ON batch_entries (order_id) WHERE returned_at IS NOT NULL OR changed_at IS NOT NULL;
CREATE INDEX batch_entries_not_accepted
  ON batch_entries (order_id) WHERE verdict IS NOT NULL AND verdict <> 'accepted';
CREATE INDEX batch_entries_by_par
  ON batch_entries USING spgist (par_number) WHERE par_number IS NOT NULL;
CREATE INDEX batch_entries_by_payee
  ON batch_entries (payee_id NULLS FIRST) WHERE payee_id IS NOT NULL;
CREATE INDEX batch_entries_by_call
  ON batch_entries (detail_call_id NULLS FIRST) WHERE detail_call_id IS NOT NULL;
CREATE INDEX batch_entries_returned
  ON batch_entries (returned_at NULLS FIRST, amount NULLS FIRST) WHERE returned_at IS NOT NULL;
CREATE INDEX batch_entries_changed
  ON batch_entries (changed_at NULLS FIRST, amount NULLS FIRST) WHERE changed_at IS NOT NULL;
CREATE INDEX batch_entries_by_debited
  ON batch_entries (order_id) WHERE debited_significant IS NOT NULL;

CREATE TABLE batch_entry_events (
  entry_id text NOT NULL REFERENCES batch_entries (id),
  seq bigint NOT NULL,
  at text NOT NULL,
  source text NOT NULL
    CHECK (source IN ('origination', 'addenda-status', 'inquiry', 'detail', 'alert')),
  word text NOT NULL,
  detail text NOT NULL DEFAULT '',
  call_id text,
  alert_seq bigint,
  PRIMARY KEY (entry_id, seq)
);
CREATE INDEX batch_entry_events_by_alert
  ON batch_entry_events (alert_seq NULLS FIRST) WHERE alert_seq IS NOT NULL;

CREATE TABLE batch_templates (
  id text PRIMARY KEY,
  name text NOT NULL,
  form json_text NOT NULL,
  entries json_text NOT NULL,
  entry_count bigint NOT NULL,
  credits bigint NOT NULL,
  debits bigint NOT NULL,
  recurrence json_text,
  next_date text,
  owner text NOT NULL,
  at text NOT NULL,
  removed_at text
);
CREATE UNIQUE INDEX batch_templates_by_name ON batch_templates (lower(name));
`
