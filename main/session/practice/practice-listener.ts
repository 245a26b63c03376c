/**
 * The listener of practice: always on, on loopback, with a key, a certificate and credentials
 * created in memory at each start. The practice bank gets its address each time that it is opened: in
 * a team, from the workstation that takes over.
 */
import { randomBytes } from 'node:crypto'
import { createListenerCertificate, type ListenerSetup } from '../../profile/listener-setup.ts'
import type { Clock } from '../../platform/clock.ts'
import type { PracticeService } from './practice.service.ts'

/**
 * The retry times of the bank's document run sixty times as fast, so that an operator sees them.
 */
const retryScale = 1 / 60

const host = '127.0.0.1'

/** Creates the setup of the listener, which subscribes the practice bank once it listens. */
export async function practiceListenerSetup(
  clock: Clock,
  practice: Pick<PracticeService, 'subscribe'>,
  report: (problem: unknown) => void,
): Promise<ListenerSetup> {
  const created = await createListenerCertificate([host, 'localhost'], clock.now())
  const userName = 'practice-bank'
  const password = randomBytes(32).toString('base64url')
  return {
    host,
    port: 0,
    certificate: { ...created, isCreatedHere: true },
    credentials: { userName, password, createdAt: clock.now().toISOString() },
    previous: null,
    permitted: [],
    publicUrl: null,
    // A missed alert is acceptable here.
    opened: (url) =>
      practice.subscribe({ url, userName, password, ca: created.chain, retryScale }).catch(report),
  }
}
