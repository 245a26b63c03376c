/**
 * The listener of practice: always on, on loopback, with a key, a certificate and credentials
 * created in memory at each start. The practice bank gets its address.
 */
import { randomBytes } from 'node:crypto'
import { createListenerCertificate, type ListenerSetup } from '../../profile/listener-setup.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PracticeService } from './practice.service.ts'
import type { Alerts } from '../../alerts/alerts.ts'

/**
 * The retry times of the bank's document run sixty times as fast, so that an operator sees them.
 */
const retryScale = 1 / 60

const host = '127.0.0.1'

/** Creates the setup of the listener. */
export async function practiceListenerSetup(clock: Clock): Promise<ListenerSetup> {
  const created = await createListenerCertificate([host, 'localhost'], clock.now())
  return {
    host,
    port: 0,
    certificate: { ...created, isMadeHere: true },
    credentials: {
      userName: 'practice-bank',
      password: randomBytes(32).toString('base64url'),
      madeAt: clock.now().toISOString(),
    },
    previous: null,
    permitted: [],
    publicUrl: null,
  }
}

/** Starts the listener, and subscribes the practice bank to it once it listens. */
export async function startPracticeListener(
  setup: ListenerSetup,
  listener: Alerts['listener'],
  practice: Pick<PracticeService, 'subscribe'>,
): Promise<void> {
  await listener.apply(setup)
  const running = listener.running()
  if (running.state !== 'listening') return
  const { userName, password } = setup.credentials
  const ca = setup.certificate.chain
  await practice.subscribe({ url: running.address, userName, password, ca, retryScale })
}
