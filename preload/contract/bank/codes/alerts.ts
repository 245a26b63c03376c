/** Codes of alerts and of the reply to alerts. */
import { codeFamily, fromBank } from './code-family.ts'

const delivery = 'Platform Specification, Delivery'
const consolidated = 'Replaced by AL00906; accepted and flagged if received.'

export const alertFamilies = [
  codeFamily({
    id: 'alert-code',
    topic: 'Alerts',
    title: 'Alert codes',
    fields: ['alertCode'],
    explanation:
      'The event of an alert. The documents do not show which API call causes which alert.',
    entries: fromBank(delivery, [
      ['AL00901', 'Wire/RTP events'],
      ['AL00902', 'ACH Collected', consolidated],
      ['AL00903', 'ACH Posted', consolidated],
      ['AL00904', 'ACH Returned', consolidated],
      ['AL00905', 'ACH Notification of Change', consolidated],
      ['AL00906', 'All ACH events'],
    ]),
  }),
  codeFamily({
    id: 'alert-status',
    topic: 'Alerts',
    title: 'Acknowledgment status',
    fields: ['alertStatus'],
    explanation: 'The answer of this workstation to each alert of a delivery.',
    entries: fromBank('Platform Specification, Acknowledgment', [
      ['SUCCESS', 'Success'],
      [
        'FAILURE',
        'Failure; the message names missing required parameters',
        'Requests no new delivery: only a 5XX status does.',
      ],
    ]),
  }),
] as const
