/** How much of an agreed transaction volume is used, as text. */
import { placeOf } from '../../preload/contract/kernel/banking-days.ts'
import {
  volumeLevel,
  type AgreedVolume,
} from '../../preload/contract/api/overview/agreed-volume.ts'
import { productNames } from '../../preload/contract/api/profiles/profile-details.ts'

/** What a transaction is. */
export const transactionMeaning =
  'A transaction is each payment or ACH entry sent, or each call that inquires. Health, token and payment status calls do not count.'

const spans: Readonly<Record<AgreedVolume['per'], string>> = {
  day: 'today',
  month: 'this month',
  year: 'this year',
}
const counted = (count: number): string => count.toLocaleString('en-US')

/** Returns the use, such as "1,700 of 2,000 used this month, 300 by sweeps". */
export const usedText = ({ used, agreed, per, swept }: AgreedVolume): string =>
  `${counted(used)} of ${counted(agreed)} used ${spans[per]}${swept > 0 ? `, ${counted(swept)} by sweeps` : ''}`

/** A warning as text. */
export interface VolumeWarning {
  readonly title: string
  readonly reason: string
}

/** Returns the warning once so many more transactions are made; null while there is enough left. */
export function volumeWarning(volume: AgreedVolume, planned = 0): VolumeWarning | null {
  const level = volumeLevel(volume, planned)
  if (level === 'within') return null
  const isPassedByPlan = level === 'exceeded' && volumeLevel(volume) !== 'exceeded'
  const state = isPassedByPlan
    ? `${counted(planned)} more exceed the agreed volume`
    : `agreed volume ${level === 'near' ? 'nearly used' : 'exceeded'}`
  const since = `The ${volume.per} began ${volume.from}, ${placeOf(volume.zone)} time.`
  const reason = `${usedText(volume)}. ${since} ${transactionMeaning}`
  return { title: `${productNames[volume.product]}: ${state}`, reason }
}
