/** Everything that a listener runs on, and what of it is another now. */
import type { BasicCredentials } from './basic-credentials.ts'
import type { ListenerCertificate } from './listener-gate.ts'

/** Everything that a listener runs on. */
export interface ListenerSetup {
  readonly host: string
  readonly port: number
  readonly certificate: ListenerCertificate & { readonly isMadeHere: boolean }
  readonly credentials: DatedCredentials
  /** Taken beside the current ones until they are ended. */
  readonly previous: DatedCredentials | null
  readonly permitted: readonly string[]
  readonly publicUrl: string | null
}

/** Credentials with the instant (ISO UTC) of their making. */
export interface DatedCredentials extends BasicCredentials {
  readonly madeAt: string
}

/** What of the way in was changed while the listener stood. */
export type ChangedWayIn = 'credentials' | 'certificate' | 'permitted'

/** What of the way in is another now. */
export const changedWayIn = (
  before: ListenerSetup | undefined,
  now: ListenerSetup,
): ChangedWayIn[] => {
  if (!before) return []
  const isOther = (one: unknown, other: unknown): boolean =>
    JSON.stringify(one) !== JSON.stringify(other)
  const changes: [ChangedWayIn, boolean][] = [
    [
      'credentials',
      isOther([before.credentials, before.previous], [now.credentials, now.previous]),
    ],
    ['certificate', before.certificate.chain !== now.certificate.chain],
    ['permitted', isOther(before.permitted, now.permitted)],
  ]
  return changes.flatMap(([what, is]) => (is ? [what] : []))
}
