/** The first steps of a profile, ticked by what its store shows. */
import { secCodes } from '../../../preload/contract/bank/ach-origination/batch.ts'
import {
  practiceSteps,
  profileSteps,
  type FirstStepId,
  type Known,
} from '../../../preload/contract/api/overview/overview.ts'
import type { Environment } from '../../../preload/contract/domain/environment.ts'
import type { Store } from '../../store/store.ts'

interface FirstStepsContext {
  readonly store: Pick<Store, 'read'>
  readonly environment: Environment
  /** Two people of the profile can confirm changes for each other. */
  readonly isPairPossible: () => boolean
}

/**
 * Returns the first steps of practice or of a real profile, in order, each with whether it was
 * done.
 */
export async function firstSteps({
  store: { read },
  environment,
  isPairPossible,
}: FirstStepsContext): Promise<Known<'firstSteps'>> {
  const doneBy: Readonly<Record<FirstStepId, () => unknown>> = {
    validation: () => read.selectFrom('validations').select('id').limit(1).executeTakeFirst(),
    payment: () =>
      read
        .selectFrom('orders')
        .select('id')
        .where('service', 'not in', secCodes)
        .where('state', '<>', 'draft')
        .limit(1)
        .executeTakeFirst(),
    approval: () =>
      read.selectFrom('order_approvals').select('order_id').limit(1).executeTakeFirst(),
    release: () =>
      read
        .selectFrom('order_attempts')
        .select('order_id')
        .where('is_restore_marker', '=', 0)
        .limit(1)
        .executeTakeFirst(),
    batch: () =>
      read
        .selectFrom('orders')
        .select('id')
        .where('service', 'in', secCodes)
        .limit(1)
        .executeTakeFirst(),
    alert: () => read.selectFrom('alerts').select('id').limit(1).executeTakeFirst(),
    connection: () =>
      read
        .selectFrom('bank_calls')
        .select('id')
        .where('outcome', '=', 'answered')
        .where('status', '>=', 200)
        .where('status', '<', 300)
        .limit(1)
        .executeTakeFirst(),
    accounts: () =>
      read
        .selectFrom('own_accounts')
        .select('id')
        .where('removed_at', 'is', null)
        .limit(1)
        .executeTakeFirst(),
    'second-person': () => isPairPossible() || undefined,
    policy: () => read.selectFrom('policies').select('version').limit(1).executeTakeFirst(),
    recovery: () =>
      read
        .selectFrom('profile_settings')
        .select('name')
        .where('name', '=', 'recovery-file')
        .executeTakeFirst(),
  }
  const ids = environment === 'practice' ? practiceSteps : profileSteps
  return Promise.all(ids.map(async (id) => ({ id, isDone: (await doneBy[id]()) !== undefined })))
}
