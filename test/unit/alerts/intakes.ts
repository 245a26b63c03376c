/** Intakes for tests, on a real store. */
import { systemClock, type Clock } from '../../../main/platform/clock.ts'
import type { Store } from '../../../main/store/store.ts'
import { createAlertIntake } from '../../../main/alerts/intake/alert-intake.ts'
import type { AlertIntake, DeliveryAnswer } from '../../../main/alerts/listener/delivery.ts'

/** An intake with the changes and problems that it reported. */
export interface TestIntake extends AlertIntake {
  readonly changes: number[]
  readonly problems: unknown[]
  /** Accepts the bytes of one delivery. */
  take(bytes: Uint8Array): Promise<DeliveryAnswer>
}

/**
 * Creates an intake whose ids are counted from 1, on a clock fixed at 14:00 of 2026-11-23 unless
 * another is given.
 */
export function intakeOf(
  store: Pick<Store, 'work' | 'engineKind'>,
  firstId = 1,
  now = () => new Date('2026-11-23T14:00:00.250Z'),
  clock: Clock = systemClock,
): TestIntake {
  const changes: number[] = []
  const problems: unknown[] = []
  let nextId = firstId
  const intake = createAlertIntake({
    store,
    clock: { ...clock, now },
    newId: () => `delivery-${String(nextId++)}`,
    changed: (seq) => void changes.push(seq),
    report: (_where, problem) => void problems.push(problem),
  })
  const take = (bytes: Uint8Array) =>
    intake.accept({ remote: '192.0.2.10', contentType: 'application/json', bytes })
  return {
    changes,
    problems,
    take,
    accept: (delivery) => intake.accept(delivery),
    readPending: () => intake.readPending(),
    notStoring: () => intake.notStoring(),
    standBy: () => intake.standBy(),
    settled: () => intake.settled(),
  }
}

/** One acknowledgment as written. */
export interface WrittenAcknowledgment {
  readonly alertStatus: string
  readonly confirmationGUID: string
  readonly alertRecievedDateAndTime: string
  readonly eapAlertGUID: unknown
  readonly message: string
}

/** The acknowledgments of an answer. */
export function acknowledgments({ body }: DeliveryAnswer): readonly WrittenAcknowledgment[] {
  const { alertNotificationResponse } = JSON.parse(body) as {
    alertNotificationResponse: { alertAcknowledgment: WrittenAcknowledgment }[]
  }
  return alertNotificationResponse.map(({ alertAcknowledgment }) => alertAcknowledgment)
}

/** Every alert in the order of its first receipt. */
export const alertsIn = (store: Store) =>
  store.read.selectFrom('alerts').selectAll().orderBy('seq').execute()

/** Every receipt, in the order of its delivery. */
export const receiptsIn = (store: Store) =>
  store.read
    .selectFrom('alert_receipts')
    .selectAll()
    .orderBy('delivery_seq')
    .orderBy('place')
    .execute()

/** Every delivery, in order. */
export const deliveriesIn = (store: Store) =>
  store.read.selectFrom('alert_deliveries').selectAll().orderBy('seq').execute()

/** Makes all deliveries and alerts look as if another version had read them; null: unread. */
export const rewind = (store: Store, reader: number | null): Promise<void> =>
  store.record({ actor: 'system', kind: 'test', subject: '', detail: {} }, async (tx) => {
    await tx.updateTable('alert_deliveries').set({ reader }).execute()
    if (reader !== null) await tx.updateTable('alerts').set({ reader, party: 'old' }).execute()
  })
