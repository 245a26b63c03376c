/**
 * The transaction volume agreed with the bank for each API (bank document 1, What the service does),
 * beside what was used. It warns and never blocks.
 */
import { product, volumePeriods } from '../profiles/profile-details.ts'
import { z } from '../../kernel/zod.ts'

export const agreedVolume = z.object({
  product,
  agreed: z.int(),
  per: z.enum(volumePeriods),
  /** Since the start of `from` in the zone of the policy. */
  used: z.int(),
  /** Those of `used` that sweeps made. */
  swept: z.int(),
  from: z.iso.date(),
  zone: z.string(),
})
export type AgreedVolume = z.infer<typeof agreedVolume>

export const nearPercent = 80

/** Returns how the agreed volume is used once so many more transactions are made. */
export function volumeLevel(
  { agreed, used }: Pick<AgreedVolume, 'agreed' | 'used'>,
  planned = 0,
): 'within' | 'near' | 'exceeded' {
  const total = used + planned
  if (total > agreed) return 'exceeded'
  return total * 100 >= agreed * nearPercent ? 'near' : 'within'
}
