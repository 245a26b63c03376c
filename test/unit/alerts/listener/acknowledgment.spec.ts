/** The answer to the bank, character by character. */
import { expect, it } from 'vitest'
import { acknowledge } from '../../../../main/alerts/listener/acknowledgment.ts'
import { confirmationsOf } from '../../../../main/alerts/stored/alert-identity.ts'
import { splitDelivery } from '../../../../main/alerts/split-delivery.ts'
import { bytesOf, wireAlert } from '../alert-samples.ts'
import { acknowledgments } from '../intakes.ts'

const at = '2026-11-23T14:00:00.250Z'

it('bank note 91: answers in the document\u2019s spelling, misspelling included', () => {
  const { status, body, alerts } = acknowledge([wireAlert()], at)
  expect({ status, alerts }).toEqual({ status: 200, alerts: 1 })
  expect(body).toBe(
    '{"alertNotificationResponse":[{"alertAcknowledgment":{"alertStatus":"SUCCESS",' +
      `"confirmationGUID":"${confirmationsOf([wireAlert()])[0] ?? ''}",` +
      '"alertRecievedDateAndTime":"2026-11-23T14:00:00Z","eapAlertGUID":"EAP-W-1",' +
      '"message":"Stored"}}]}',
  )
})

const { alertHeader, alertBody } = wireAlert().alertNotification
it.each([
  [{ alertNotification: { alertBody } }, 'alertHeader, alertCode, eapAlertGUID'],
  [{ alertNotification: { alertHeader } }, 'alertBody'],
  [{ alertHeader: { ...alertHeader, alertCode: null }, alertBody }, 'alertCode'],
  [{ alertHeader: { ...alertHeader, eapAlertGUID: ' ' }, alertBody }, 'eapAlertGUID'],
  [{ alertHeader: 'none', alertBody: [] }, 'alertHeader, alertBody, alertCode, eapAlertGUID'],
  [null, 'alertHeader, alertBody, alertCode, eapAlertGUID'],
])(
  'bank note 94: answers FAILURE for one alert and names what is missing: %#',
  (element, missing) => {
    const answer = acknowledge([wireAlert(), element], at)
    expect(answer.status).toBe(200)
    expect(acknowledgments(answer)).toMatchObject([
      { alertStatus: 'SUCCESS' },
      { alertStatus: 'FAILURE', message: `Stored; missing required: ${missing}` },
    ])
  },
)

it('copies an eapAlertGUID as received, a number by its digits', () => {
  const split = splitDelivery(bytesOf('[{"alertHeader":{"eapAlertGUID":12345678901234567890.0}}]'))
  if (split.kind !== 'alerts') throw new Error('quarantined')
  expect(acknowledge(split.elements, at).body).toContain('"eapAlertGUID":12345678901234567890.0,')
  expect(acknowledgments(acknowledge([{ alertHeader: {} }], at))[0]?.eapAlertGUID).toBeNull()
})
