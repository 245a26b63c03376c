/** The store of a team: a PostgreSQL database, as its workers are told of it. */
import type { Stores } from './engine.ts'
import { postgresStores } from './postgres/postgres-stores.ts'

/** The database that workstations share, and which of them this is. */
export interface TeamStore {
  /** Where the server answers: the folder of its socket, or its name. */
  readonly host: string
  readonly port?: number
  readonly user: string
  readonly database: string
  readonly workstation: { readonly id: string; readonly name: string; readonly program: string }
  /** Multiplies how long workstations wait for each other; 1 in the product. */
  readonly factor?: number
}

/** Returns the stores of a team; every path is the same database. */
export const teamStores = ({ workstation, factor, ...reach }: TeamStore): Stores =>
  postgresStores(() => Promise.resolve(reach), { workstation, ...(factor && { factor }) })
