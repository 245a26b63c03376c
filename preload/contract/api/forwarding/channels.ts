/** Channels of `forwarding`. Only administrators may send account data to another system. */
import { page, pageRequest } from '../../kernel/paging.ts'
import { administrators } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
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

/** Forwards stored alerts. */
export const forwarding = {
  getState: query(nothing, forwardingState),
  /**
   * Effective at once. In production, the host must be typed when forwarding starts or its host
   * changes.
   */
  changeSettings: command(
    forwardingSettings,
    forwardingState,
    ['profile-retired', 'confirmation-wrong', 'address-not-allowed', 'second-person-needed'],
    administrators,
  ),
  /** Stored for the current address only; a new address needs the secret again. */
  saveSecret: command(
    z.strictObject({ secret: forwardingSecret }),
    forwardingState,
    ['practice-only', 'profile-retired', 'keychain-problem', 'not-found', 'second-person-needed'],
    administrators,
  ),
  /** Posts an empty list and returns the answer. */
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
  /** Sends parked alerts again, now. */
  sendAgain: command(
    z.strictObject({
      ids: z
        .array(z.string().regex(/^\d{1,15}$/))
        .min(1)
        .max(500),
    }),
    z.object({ taken: z.int(), notTaken: z.int() }),
    ['profile-retired', 'address-not-allowed', 'not-found', 'second-person-needed'],
    administrators,
  ),
  changed: event(z.strictObject({})),
} as const
