/** The setup of a listener, and the differences between two setups. */
import type { BasicCredentials } from './listener/basic-credentials.ts'
import type { ListenerCertificate } from './listener/listener-gate.ts'

export interface ListenerSetup {
  readonly host: string
  readonly port: number
  readonly certificate: ListenerCertificate & { readonly isMadeHere: boolean }
  readonly credentials: DatedCredentials
  /** Accepted beside the current ones until they are ended. */
  readonly previous: DatedCredentials | null
  readonly permitted: readonly string[]
  readonly publicUrl: string | null
}

/** Credentials with the instant of their creation (ISO UTC). */
export interface DatedCredentials extends BasicCredentials {
  readonly madeAt: string
}

/** The settings of access that can change while the listener runs. */
export type ChangedWayIn = 'credentials' | 'certificate' | 'permitted'

/** The settings of access that differ from before. */
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
