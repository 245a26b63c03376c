/** A workstation for each test of a file, with a private keyring. */
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { computerIdReader, type ReadComputerId } from '../../../main/platform/computer-id.ts'
import {
  startPrivateKeyring,
  type PrivateKeyring,
} from '../../unit/profile/keychain/support/private-keyring.ts'
import {
  openWorkstation,
  type RealWorkstation,
} from '../../unit/profile/support/real-workstation.ts'
import { newFolder, removeFolder } from '../../unit/support/workstation.ts'

/** The parts that run during a test. */
export interface OwnWorkstation {
  keyring: PrivateKeyring
  folder: string
  session: RealWorkstation
  /** Before each test the id of this computer; another function is another computer. */
  readComputerId: ReadComputerId
  /** Ends the program and starts it again; `between` happens while none runs. */
  restart(between?: () => Promise<unknown>): Promise<void>
}

/** Starts one before each test, and ends it after. */
export function ownWorkstation(): OwnWorkstation {
  const own = {
    async restart(between) {
      await own.session.workstation.close()
      await between?.()
      own.session = await start()
    },
  } as OwnWorkstation
  const start = () => openWorkstation(own.folder, own.keyring.env, undefined, own.readComputerId)
  beforeAll(async () => {
    own.keyring = await startPrivateKeyring()
  })
  afterAll(() => own.keyring.stop())
  beforeEach(async () => {
    own.folder = await newFolder()
    own.readComputerId = computerIdReader()
    own.session = await start()
  })
  afterEach(async () => {
    await own.session.workstation.close()
    await removeFolder(own.folder)
  })
  return own
}
