/**
 * The answer to a delivery, exactly as the document writes it, misspelling included (bank note 91).
 * A FAILURE names the missing parts and does not request another delivery: the alert is stored all
 * the same (bank note 94).
 */
import { member, scalarText } from '../../bank/answers/read-shape.ts'
import type { JsonNumber } from '../../platform/json/exact-json.ts'
import { missingParts } from '../read-alert.ts'
import { confirmationsOf, partsOf } from '../stored/alert-identity.ts'
import type { DeliveryAnswer } from './delivery.ts'

/** The status and message in the answer to one alert. */
export interface Acknowledgment {
  readonly status: 'SUCCESS' | 'FAILURE'
  readonly message: string
}

/** The acknowledgment of an alert. */
export function acknowledgmentOf(element: unknown): Acknowledgment {
  const missing = missingParts(element)
  return missing.length === 0
    ? { status: 'SUCCESS', message: 'Stored' }
    : { status: 'FAILURE', message: `Stored; missing required: ${missing.join(', ')}` }
}

/** The answer to the alerts of a delivery, with one acknowledgment per alert in order. */
export function acknowledge(elements: readonly unknown[], at: string): DeliveryAnswer {
  const confirmations = confirmationsOf(elements)
  const alertNotificationResponse = elements.map((element, index) => ({
    alertAcknowledgment: written(element, confirmations[index] ?? '', at),
  }))
  const body = JSON.stringify({ alertNotificationResponse })
  return { status: 200, body, alerts: elements.length }
}

function written(element: unknown, id: string, at: string) {
  const { status, message } = acknowledgmentOf(element)
  return {
    alertStatus: status,
    confirmationGUID: id,
    alertRecievedDateAndTime: toSeconds(at),
    eapAlertGUID: copied(member(partsOf(element).header, 'eapAlertGUID')),
    message,
  }
}

/** YYYY-MM-DDTHH:MM:SSZ of an instant in ISO UTC. */
const toSeconds = (at: string): string => `${at.slice(0, 19)}Z`

/** The exact value, a number by its digits. */
const copied = (guid: unknown): string | boolean | JsonNumber | null =>
  scalarText(guid) === null ? null : (guid as string | boolean | JsonNumber)

/** An answer that acknowledges nothing and gives the reason. */
export const refusal = (status: 400 | 413 | 415 | 503, message: string): DeliveryAnswer => ({
  status,
  body: JSON.stringify({ message }),
  alerts: 0,
})
