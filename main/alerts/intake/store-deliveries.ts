/**
 * The job that writes deliveries to the disk: raw, all in one flushed transaction, and answered
 * only afterwards (Promise P2). The answer is built from the JSON before the commit; an unexpected
 * error there quarantines the delivery and never loses it.
 */
import { createHash } from 'node:crypto'
import type { QuarantineReason } from '../../../preload/contract/api/alerts/alert.ts'
import type { Act } from '../../store/hash-chain.ts'
import type { JobContext, StoreJob } from '../../store/store-jobs.ts'
import { acknowledge, refusal } from '../listener/acknowledgment.ts'
import type { Delivery, DeliveryAnswer } from '../listener/delivery.ts'
import { alertReaderVersion } from '../read-alert.ts'
import { longestBodyBytes, mostAlerts, splitDelivery } from '../split-delivery.ts'

/** Flushes deliveries in one transaction and returns their answers, in order. */
export const storeDeliveries: StoreJob<readonly Delivery[], readonly DeliveryAnswer[]> = {
  name: 'alerts.save',
  run: save,
}

const markLate = 'UPDATE alert_deliveries SET answered = 503 WHERE id = ?'

/** Marks deliveries that were saved too late: their sender was answered 503 (bank note 97). */
export const answeredLate: StoreJob<
  { readonly at: string; readonly ids: readonly string[] },
  null
> = {
  name: 'alerts.answered-late',
  run: async (job, { at, ids }) => {
    const detail = { deliveries: ids, answered: 503 }
    const act = { actor: 'system', kind: 'alerts.answered-late', subject: ids[0] ?? '', detail }
    await job.transact(act, at, async () => {
      for (const id of ids) await job.run(markLate, id)
    })
    return null
  },
}

/** A delivery with its answer, as written to the disk. */
interface Answered {
  readonly delivery: Delivery
  readonly sha256: string
  readonly answer: DeliveryAnswer
  readonly quarantineReason: QuarantineReason | null
  readonly problem: string | null
}

/** One statement for all rows, since each costs an exchange with a server. */
const insertDeliveries = (rows: readonly unknown[]): string => `
  INSERT INTO alert_deliveries
    (id, at, remote, content_type, size, sha256, answered, alerts, quarantine_reason, problem, reader, body)
  VALUES ${rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ')}`

async function save(
  job: JobContext,
  deliveries: readonly Delivery[],
): Promise<readonly DeliveryAnswer[]> {
  const [first] = deliveries
  if (first === undefined) return []
  const answered = deliveries.map(answer)
  const rows = answered.map(rowOf)
  await job.transact(received(first, answered), first.at, () =>
    job.run(insertDeliveries(rows), ...rows.flat()),
  )
  return answered.map((one) => one.answer)
}

function rowOf(answered: Answered): readonly unknown[] {
  const { delivery, sha256, answer, quarantineReason, problem } = answered
  const { id, at, remote, contentType, bytes } = delivery
  // A quarantined delivery was already examined: a later reader version examines it again.
  const reader = quarantineReason === null ? null : alertReaderVersion
  const about = [id, at, remote, contentType, bytes.byteLength, sha256]
  return [...about, answer.status, answer.alerts, quarantineReason, problem, reader, bytes]
}

function received(first: Delivery, answered: readonly Answered[]): Act {
  const deliveries = answered.map(({ delivery, sha256, answer: { alerts } }) => ({
    id: delivery.id,
    sha256,
    bytes: delivery.bytes.byteLength,
    alerts,
  }))
  return { actor: 'system', kind: 'alerts.received', subject: first.id, detail: { deliveries } }
}

function answer(delivery: Delivery): Answered {
  const sha256 = createHash('sha256').update(delivery.bytes).digest('hex')
  try {
    const split = splitDelivery(delivery.bytes)
    if (split.kind === 'quarantined') {
      const { compressed } = delivery
      const isCompressed = compressed !== undefined && split.reason === 'not-json'
      const quarantineReason = isCompressed ? 'compressed' : split.reason
      const answer = isCompressed
        ? compressedAnswers[compressed]
        : quarantineAnswer(quarantineReason)
      return { delivery, sha256, answer, quarantineReason, problem: split.problem }
    }
    const answer = acknowledge(split.elements, delivery.at)
    // What is irregular in it is found by the reading.
    return { delivery, sha256, answer, quarantineReason: null, problem: null }
  } catch (error) {
    const problem = String(error)
    return {
      delivery,
      sha256,
      answer: quarantineAnswer('unread'),
      quarantineReason: 'unread',
      problem,
    }
  }
}

const quarantineAnswer = (quarantineReason: QuarantineReason): DeliveryAnswer => ({
  ...refusal(400, quarantineTexts[quarantineReason]),
  quarantineReason,
})

/** The message to the bank. By the document 400 is invalid input and is not delivered again. */
const quarantineTexts: Readonly<Record<QuarantineReason, string>> = {
  'not-json': 'The body is not JSON.',
  compressed: 'The compressed body is damaged or cut short.',
  'too-deep': 'The body is nested too deeply.',
  'no-alerts': 'The body has no alertNotificationRequest with an alert.',
  'too-many': `The body has more than ${String(mostAlerts)} alerts.`,
  unread: 'The body could not be read.',
}

/**
 * RFC 9110, 15.5.14 and 15.5.16. The document has no 413 and no 415; an answer that is not 5xx is
 * not delivered again.
 */
const compressedAnswers: Readonly<Record<NonNullable<Delivery['compressed']>, DeliveryAnswer>> = {
  damaged: quarantineAnswer('compressed'),
  unsupported: {
    ...refusal(
      415,
      'The compression is not supported: send the body with Content-Encoding gzip or deflate, or uncompressed.',
    ),
    quarantineReason: 'compressed',
  },
  'too-large': {
    ...refusal(
      413,
      `The body is larger than ${String(longestBodyBytes)} bytes after decompression.`,
    ),
    quarantineReason: 'compressed',
  },
}
