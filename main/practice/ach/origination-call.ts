import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { Refusal, success, type Reply } from '../replies.ts'
import type { Call, Route } from '../routes.ts'
import { readBatch, type ReadBatch } from './batch-request.ts'
import type { BankMessage } from './detail-request.ts'
import type { AchLedger } from './ledger.ts'
import { originatedSecCodes, type OriginatedSecCode } from './origination-fields.ts'
import type { OriginatedDetail, Originations } from './originations.ts'
import { businessDay, utcTimeOf } from './written.ts'

/** Large enough for a batch of ten thousand entries with addenda. */
export const longestBatchBytes = 8 * 1024 * 1024

/** The bank's effective date: never before today, never on a weekend (bank note 83). */
function effectiveDateOf({ effectiveDate }: ReadBatch, nowMs: number): string {
  const today = utcDay(nowMs)
  const wanted = typeof effectiveDate === 'object' ? effectiveDate.day : today
  return businessDay(wanted < today ? today : wanted)
}

function answer(
  batch: ReadBatch,
  nowMs: number,
  outcome: { errorMessages: readonly BankMessage[]; details: readonly OriginatedDetail[] },
): Reply {
  const requestAcceptedUTCTime = utcTimeOf(nowMs)
  const effectiveDate = effectiveDateOf(batch, nowMs)
  const moved = typeof batch.effectiveDate === 'object' && batch.effectiveDate.day !== effectiveDate
  return success({
    batch: {
      uuid: batch.uuid,
      status: outcome.errorMessages.length === 0 ? 'accepted' : 'rejected',
      requestAcceptedUTCTime,
      effectiveDate,
      informationMessages: moved
        ? [{ code: '301', moreInfo: 'the effective date was moved to a day of the bank' }]
        : [],
      errorMessages: outcome.errorMessages,
      details: outcome.details.map(({ uuid, entry, errorMessages }) => ({
        uuid,
        status: entry ? 'accepted' : 'rejected',
        errorMessages,
        informationMessages: [],
        ...(entry && { traceNumber: entry.traceNumber }),
        requestAcceptedUTCTime,
      })),
    },
  })
}

/**
 * Returns why a readable batch is rejected. The document does not say that a repeated uuid is
 * refused (bank note 84): this bank originates it again, as the worst bank would, and counts it.
 */
function whyNotTaken(batch: ReadBatch, call: Call): BankMessage | null {
  if (batch.details.length === 0) return { code: '203', moreInfo: 'a batch without details' }
  if (batch.effectiveDate === 'unreadable') {
    return { code: '204', moreInfo: 'effectiveDate cannot be read' }
  }
  if (call.ordered('failure-in-200')) {
    return { code: '290', moreInfo: 'the batch cannot be originated' }
  }
  return null
}

function originate(
  call: Call,
  secCode: OriginatedSecCode,
  { ledger, originations, nowMs }: { ledger: AchLedger; originations: Originations; nowMs: number },
): Reply | Refusal {
  const batch = readBatch(call, secCode, nowMs)
  if (batch instanceof Refusal) return batch
  const problem = whyNotTaken(batch, call)
  if (problem) return answer(batch, nowMs, { errorMessages: [problem], details: [] })
  const usable = batch.details.some((detail) => 'entry' in detail)
  const fate = {
    firstInError: usable && call.ordered('detail-in-error'),
    firstReturned: usable && call.ordered('entry-returned'),
    firstChanged: usable && call.ordered('entry-changed'),
  }
  const taken = originations.take(batch, fate, nowMs)
  ledger.add(taken.details.flatMap(({ entry }) => entry ?? []))
  return { ...answer(batch, nowMs, taken), handedOver: () => originations.reported(taken) }
}

/** POST /ach/payments/v1/ccd, ctx and ppd. */
export const originationRoutes = (
  ledger: AchLedger,
  originations: Originations,
  clock: Clock,
): Route[] =>
  originatedSecCodes.map((secCode) => ({
    method: 'POST',
    path: `/ach/payments/v1/${secCode.toLowerCase()}`,
    operation: 'ach-origination',
    bearer: true,
    mediaType: 'application/json',
    longestBodyBytes: longestBatchBytes,
    handle: (call) =>
      originate(call, secCode, { ledger, originations, nowMs: clock.now().getTime() }),
  }))
