/** The verbs of the noun `coverage`. */
import { page } from '../../kernel/paging.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import * as of from './coverage.ts'

/** What may have been missed, and how it was found again. */
export const coverage = {
  getSummary: query(nothing, of.coverageSummary),
  getWatch: query(nothing, of.coverageWatch),
  listDays: query(of.daysRequest, page(of.coverageDay)),
  listGaps: query(of.gapsRequest, page(of.coverageGap)),
  listRecovered: query(of.recoveredRequest, page(of.recoveredItem)),
  /** `not-found`: there is no such sweep. */
  getSweep: query(z.strictObject({ id: z.string() }), of.coverageSweep),
  listParts: query(of.partsRequest, page(of.sweepPart)),
  estimateSweep: query(of.sweepDays, of.sweepEstimate),
  /** Days that are still to come are left out. Has these days asked for as soon as the bank may be asked; answers the gap that stands for them. */
  sweepNow: command(
    of.sweepDays,
    z.object({ gapId: z.string() }),
    ['profile-retired', 'profile-incomplete'],
    anyOperator,
  ),
  /** A person looked at what failed or cannot be asked; recorded with the note. */
  markChecked: command(of.checkedPart, of.sweepPart, ['not-found'], anyOperator),
  changed: event(z.strictObject({})),
} as const
