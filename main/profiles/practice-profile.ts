/** The profile that needs nothing: the practice bank on this computer. Real profiles come with the keychain. */
import type { Environment } from '../../preload/contract/environment.ts'

/** What a profile is called and where it keeps its data. */
export interface Profile {
  readonly name: string
  readonly environment: Environment
  /** The store's file in the data folder; each environment has its own (P7). */
  readonly storeFile: string
  /** Bank and consumer key, as far as the rate budget has to tell them apart. */
  readonly budgetKey: string
}

export const practiceProfile: Profile = {
  name: 'Alder Falls practice bank',
  environment: 'practice',
  storeFile: 'practice.countersign',
  // The practice bank's keys are new at every start, but it is one bank: its silence outlives them.
  budgetKey: 'practice',
}
