/** The verbs of the noun `forwarding`. */
import { event, nothing, query } from '../verbs.ts'
import { z } from '../zod.ts'
import { forwardingState } from './forwarding.ts'

/** Hands stored alerts on. */
export const forwarding = {
  getState: query(nothing, forwardingState),
  changed: event(z.strictObject({})),
} as const
