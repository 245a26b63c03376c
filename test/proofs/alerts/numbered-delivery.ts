/** Deliveries that both sides of a proof can build: two alerts that no other number has. */
export const alertsPerDelivery = 2

/** The eapAlertGUIDs of the alerts of a delivery. */
export const guidsOf = (n: number): readonly string[] => [`G-${String(n)}-1`, `G-${String(n)}-2`]

/**
 * Returns the bytes of delivery `n`. Some are long, so that the log is checkpointed into the file
 * now and then.
 */
export function numberedDelivery(n: number): Uint8Array {
  const alertNotificationRequest = guidsOf(n).map((guid, index) => ({
    alertNotification: {
      alertHeader: {
        alertSentDateAndTime: '2026-11-23T13:59:58Z',
        alertCode: 'AL00906',
        eapAlertGUID: guid,
      },
      alertBody: {
        transactionStatus: 'COLLECTED',
        traceNumber: `${String(n)}${String(index)}`,
        transactionAmount: n,
        transactionDescription: 'x'.repeat((n % 5) * 9000),
        originatingAccountNumber: '4417890',
      },
    },
  }))
  return new TextEncoder().encode(JSON.stringify({ alertNotificationRequest }))
}
