/** A workstation for each test of a file, with a private keyring. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../../unit/profile/keychain/support/private-keyring.ts'
import { startDesk, type RealDesk } from '../../unit/profile/support/real-desk.ts'
import { newFolder, removeFolder } from '../../unit/support/workstation.ts'

/** The parts that run during a test. */
export interface OwnDesk {
  keyring: PrivateKeyring
  folder: string
  desk: RealDesk
  /** Ends the program and starts it again; `between` happens while none runs. */
  restart(between?: () => Promise<unknown>): Promise<void>
}

/** Starts one before each test, and ends it after. */
export function ownDesk(): OwnDesk {
  const own = {
    async restart(between) {
      await own.desk.workstation.close()
      await between?.()
      own.desk = await startDesk(own.folder, own.keyring.env)
    },
  } as OwnDesk
  beforeAll(async () => {
    own.keyring = await startPrivateKeyring()
  })
  afterAll(() => own.keyring.stop())
  beforeEach(async () => {
    own.folder = await newFolder()
    own.desk = await startDesk(own.folder, own.keyring.env)
  })
  afterEach(async () => {
    await own.desk.workstation.close()
    await removeFolder(own.folder)
  })
  return own
}
