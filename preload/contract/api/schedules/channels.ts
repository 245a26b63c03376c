/**
 * Channels of `schedules`: payments with drafts on set days. Nothing here submits,
 * approves or sends: each draft goes the way of any other under `orders`.
 */
import { scheduleActs, scheduleLine, scheduleRule } from '../../domain/orders/payment-schedule.ts'
import { page, pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'
import { command, event, query } from '../define-channel.ts'

const makers = ['maker'] as const

export const schedules = {
  /** Active ones first, by their next day; ended ones last. */
  list: query(z.strictObject(pageRequest), page(scheduleLine)),
  /**
   * Creates a schedule from the content of an order, without its references and date. An own draft
   * becomes the schedule, and is a draft no more. Refused where a copy is refused, or where the draft
   * could not be discarded.
   */
  create: command(
    z.strictObject({ orderId: z.string(), rule: scheduleRule }),
    scheduleLine,
    ['not-found', 'order-state', 'not-maker', 'known-at-bank', 'alert-undecided'],
    makers,
  ),
  /**
   * Changes the days: the next one comes after the last occurrence that was drafted. The operator
   * becomes the maker of its drafts. `version`: of the schedule as the operator saw it.
   */
  change: command(
    z.strictObject({ id: z.string(), version: z.int(), rule: scheduleRule }),
    scheduleLine,
    ['not-found', 'changed-meanwhile'],
    makers,
  ),
  /**
   * Pauses, resumes or ends a schedule; `not-found` for one that has ended. Days that passed
   * meanwhile are not drafted. The operator who resumes it becomes the maker of its drafts.
   * `version`: of the schedule as the operator saw it.
   */
  act: command(
    z.strictObject({ id: z.string(), version: z.int(), act: z.enum(scheduleActs) }),
    scheduleLine,
    ['not-found', 'changed-meanwhile'],
    makers,
  ),
  changed: event(z.strictObject({})),
} as const
