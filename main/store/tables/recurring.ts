import { scheduleStates } from '../../../preload/contract/domain/orders/payment-schedule.ts'
import { integer, json, table, text, type Row } from './define-table.ts'

/** Scheduled payments. */
export const paymentSchedules = table(
  'payment_schedules',
  {
    id: text({ key: true }),
    /** JSON: PaymentForm, without date and references. */
    form: text(),
    /** JSON: ScheduleRule. */
    rule: text(),
    state: text({ in: scheduleStates }),
    /** The next planned day, YYYY-MM-DD; null: none. */
    next_on: text({ null: true }),
    /** The order whose content it repeats. */
    source_order_id: text({ references: 'orders.id' }),
    /** The operator who becomes the maker of its drafts. */
    owner: text(),
    at: text(),
    /** Rises with every change. */
    version: integer({ default: 1 }),
  },
  {
    isStoredByKey: true,
    indexes: {
      payment_schedules_due: { on: ['next_on'], where: "state = 'active'" },
    },
  },
)
export type PaymentSchedulesTable = Row<typeof paymentSchedules>

/**
 * The draft of each occurrence, written in one transaction with it: neither a nominal day nor the banking
 * day that it is moved to is ever drafted twice.
 */
export const paymentScheduleOccurrences = table(
  'payment_schedule_occurrences',
  {
    schedule_id: text({ references: 'payment_schedules.id' }),
    /** The banking day that its nominal day is moved to. */
    planned_on: text(),
    order_id: text({ unique: true, references: 'orders.id' }),
    /** The day as the rule counts it. */
    nominal_on: text(),
  },
  {
    key: ['schedule_id', 'nominal_on'],
    unique: [['schedule_id', 'planned_on']],
  },
)
export type PaymentScheduleOccurrencesTable = Row<typeof paymentScheduleOccurrences>

/** Templates of batches, and when the next batch is prepared. */
export const batchTemplates = table('batch_templates', {
  id: text({ key: true }),
  name: text({ unique: 'without-case' }),
  /** JSON: BatchForm. */
  form: json(),
  /** JSON: TypedEntry[] without ids. */
  entries: json(),
  entry_count: integer(),
  credits: integer(),
  debits: integer(),
  /** JSON: Recurrence. */
  recurrence: json({ null: true }),
  /** The effective date of the next draft, YYYY-MM-DD. */
  next_date: text({ null: true }),
  owner: text(),
  at: text(),
  /**
   * The name and id of a removed template stay, so that no occurrence is drafted again under them.
   */
  removed_at: text({ default: null }),
  /** Rises with every change. */
  version: integer({ default: 1 }),
})
export type BatchTemplatesTable = Row<typeof batchTemplates>

/** The draft of each occurrence of a template; the first one where it became several. */
export const batchTemplateOccurrences = table(
  'batch_template_occurrences',
  {
    template_id: text({ references: 'batch_templates.id' }),
    /** The banking day that its nominal day is moved to. */
    planned_on: text(),
    order_id: text({ unique: true, references: 'orders.id' }),
    /** The day as the recurrence counts it. */
    nominal_on: text(),
  },
  {
    key: ['template_id', 'nominal_on'],
    unique: [['template_id', 'planned_on']],
  },
)
export type BatchTemplateOccurrencesTable = Row<typeof batchTemplateOccurrences>
