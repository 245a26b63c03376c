/** The verbs of the noun `forwarding`. Handing account data to another system is for administrators alone. */
import { page, pageRequest } from '../../kernel/paging.ts'
import { administrators } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import {
  forwardingSecret,
  forwardingSettings,
  forwardingState,
  forwardingTest,
  forwardingTry,
  parkedAlert,
} from './forwarding.ts'

const listed = z.strictObject({ ...pageRequest })

/** Hands stored alerts on. */
export const forwarding = {
  getState: query(nothing, forwardingState),
  /** In force at once. In production the host has to be typed when alerts begin to leave, or leave for another. */
  changeSettings: command(
    forwardingSettings,
    forwardingState,
    ['profile-retired', 'confirmation-wrong', 'address-not-allowed'],
    administrators,
  ),
  /** For the address that is set, and for no other: with another address it has to be typed again. */
  saveSecret: command(
    z.strictObject({ secret: forwardingSecret }),
    forwardingState,
    ['practice-only', 'profile-retired', 'keychain-problem', 'not-found'],
    administrators,
  ),
  /** Posts a list without an alert, and says what came back. */
  tryOnce: command(
    nothing,
    forwardingTest,
    ['profile-retired', 'address-not-allowed', 'not-found'],
    administrators,
  ),
  /** Newest first. */
  listTries: query(listed, page(forwardingTry)),
  /** Oldest first. */
  listParked: query(listed, page(parkedAlert)),
  /** Sends parked alerts once more, now. */
  sendAgain: command(
    z.strictObject({
      ids: z
        .array(z.string().regex(/^\d{1,15}$/))
        .min(1)
        .max(500),
    }),
    z.object({ taken: z.int(), notTaken: z.int() }),
    ['profile-retired', 'address-not-allowed', 'not-found'],
    administrators,
  ),
  changed: event(z.strictObject({})),
} as const
