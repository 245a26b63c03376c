/** The proofs that `npm run prove` plays in any size. */
import { alertsProof } from './alerts/page.ts'
import type { Proof } from './harness/proof.ts'
import { limitProof } from './limit/page.ts'
import { onceProof } from './once/page.ts'
import { soakProof } from './soak/page.ts'
import { teamProof } from './team/page.ts'

export const pages: Readonly<Record<string, Proof>> = {
  once: onceProof,
  alerts: alertsProof,
  limit: limitProof,
  team: teamProof,
  soak: soakProof,
}
