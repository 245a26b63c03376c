/** Channels of `coverage`. */
import { page } from '../../kernel/paging.ts'
import { anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import * as of from './coverage.ts'
import * as wires from './wires.ts'

/** Alerts that may have been missed, and their recovery. */
export const coverage = {
  getSummary: query(nothing, of.coverageSummary),
  getWatch: query(nothing, of.coverageWatch),
  listDays: query(of.daysRequest, page(of.coverageDay)),
  listGaps: query(of.gapsRequest, page(of.coverageGap)),
  listRecovered: query(of.recoveredRequest, page(of.recoveredItem)),
  /** `not-found`: no such sweep. */
  getSweep: query(z.strictObject({ id: z.string() }), of.coverageSweep),
  listParts: query(of.partsRequest, page(of.sweepPart)),
  estimateSweep: query(of.sweepDays, of.sweepEstimate),
  /**
   * Requests a sweep of these days as soon as the bank may be queried, without future days; returns
   * the gap created for them.
   */
  sweepNow: command(
    of.sweepDays,
    z.object({ gapId: z.string() }),
    ['profile-retired', 'profile-incomplete'],
    anyOperator,
  ),
  /** Records, with a note, that a person checked a part that failed or cannot be queried. */
  markChecked: command(of.checkedPart, of.sweepPart, ['not-found'], anyOperator),
  /** Reads the rows of a saved wire inquiry. `not-found`: no such row. */
  readWires: query(wires.wiresRequest, wires.wiresRead),
  /**
   * Confirms what the fields of wire inquiries mean, compared with one incoming wire. From now on
   * the incoming wires in all saved rows are evidence.
   */
  confirmWireFields: command(wires.fieldsToConfirm, nothing, ['not-found'], anyOperator),
  /** From now on rows of wire inquiries are rows and nothing else. `not-found`: not confirmed. */
  withdrawWireFields: command(
    z.strictObject({ reason: z.string().trim().min(1).max(500) }),
    nothing,
    ['not-found'],
    anyOperator,
  ),
  changed: event(z.strictObject({})),
} as const
