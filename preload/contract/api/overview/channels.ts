/** Channels of `overview`. */
import { agreedVolume } from './agreed-volume.ts'
import { z } from '../../kernel/zod.ts'
import { nothing, query } from '../define-channel.ts'
import { overviewFigures } from './overview.ts'

export const overview = {
  get: query(nothing, overviewFigures),
  /** The volumes that are agreed, in the order of the profile; none in practice. */
  getAgreedVolumes: query(nothing, z.array(agreedVolume)),
} as const
