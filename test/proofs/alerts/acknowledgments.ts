/**
 * Checks an answer of the listener against the bank's document (bank document 1, Acknowledgment;
 * bank notes 91, 94).
 */
import { z } from '../../../preload/contract/kernel/zod.ts'
import type { FakeDelivery } from './fake-alerts.ts'

const answer = z.strictObject({
  alertNotificationResponse: z.array(
    z.strictObject({
      alertAcknowledgment: z.strictObject({
        alertStatus: z.literal('SUCCESS'),
        confirmationGUID: z.string().min(1),
        alertRecievedDateAndTime: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        eapAlertGUID: z.string(),
        message: z.string(),
      }),
    }),
  ),
})

/**
 * Returns the fault in the answer to a delivery; undefined if there is none. `confirmed` collects
 * the id of each alert.
 */
export function wrongWith(
  text: string,
  { alerts }: FakeDelivery,
  confirmed: Map<string, string>,
): string | undefined {
  const read = answer.safeParse(JSON.parse(text))
  if (!read.success) return `not the documented form: ${read.error.message}`
  const given = read.data.alertNotificationResponse.map(
    ({ alertAcknowledgment }) => alertAcknowledgment,
  )
  if (given.length !== alerts.length)
    return `${String(given.length)} acknowledgments for ${String(alerts.length)} alerts`
  for (const [at, { guid }] of alerts.entries()) {
    const one = given[at]
    if (one?.eapAlertGUID !== guid) return `place ${String(at + 1)} is not ${guid}`
    const before = confirmed.get(guid)
    if (before !== undefined && before !== one.confirmationGUID)
      return `${guid} was confirmed under two ids`
    confirmed.set(guid, one.confirmationGUID)
  }
  return undefined
}
