/** The worker's side: owns the one connection and handles one request at a time. */
import type { MessagePort } from 'node:worker_threads'
import { err, ok, type Result } from '../../../preload/contract/kernel/result.ts'
import { genesis, nextEntry, type Act, type ChainHead } from '../hash-chain.ts'
import { compactIfWorthwhile } from './compact.ts'
import type { StoreFile } from './next-version.ts'
import { openFile, type OpenFile } from './open-file.ts'
import { restoreFile, type StoreBuild } from './restore-file.ts'
import { refusalOf } from './refused.ts'
import type { StoreRefusal } from '../store-error.ts'
import type { JobContext, StoreJobs, StoreStatement } from '../store-jobs.ts'
import { Sqlite, type Connection, type Statement } from './sqlite.ts'
import { examineFile } from './examine-file.ts'
import type { ExaminedFile } from '../store-file.ts'
import type {
  PausedFile,
  Numbered,
  Ran,
  WorkerAnswers,
  WorkerFailure,
  WorkerReply,
  WorkerRequest,
} from './worker-protocol.ts'

/** The most compiled statements in the cache; the program has far fewer. */
const mostStatements = 500
/** SQLite's own default: a log of so many pages is folded. */
const autoCheckpointPages = 1_000

const selectHead = 'SELECT seq, hash FROM audit_entries ORDER BY seq DESC LIMIT 1'
const insertEntry = `
  INSERT INTO audit_entries (seq, at, actor, kind, subject, detail, previous_hash, hash)
  VALUES (@seq, @at, @actor, @kind, @subject, @detail, @previous_hash, @hash)`

/** Answers requests on `port` with the stores of `build`, until a request to close. */
export function serveSqlite(port: MessagePort, build: StoreBuild, jobs: StoreJobs = []): void {
  const server = new StoreServer(build, jobs)
  port.on('message', ({ id, content }: Numbered<WorkerRequest>) => {
    const reply: WorkerReply = { id, content: server.answer(content) }
    port.postMessage(reply)
    if (content.kind === 'close') port.close()
  })
}

class StoreServer {
  readonly #build: StoreBuild
  readonly #jobs: StoreJobs
  readonly #statements = new Map<string, Statement>()
  #store: OpenFile | undefined
  #isPaused = false

  constructor(build: StoreBuild, jobs: StoreJobs) {
    this.#build = build
    this.#jobs = jobs
  }

  answer(request: WorkerRequest): Result<WorkerAnswers[keyof WorkerAnswers], WorkerFailure> {
    try {
      return ok(this.#do(request))
    } catch (error) {
      return err(failureOf(error))
    }
  }

  #do(request: WorkerRequest): WorkerAnswers[keyof WorkerAnswers] {
    switch (request.kind) {
      case 'open':
        return this.#open(request)
      case 'run':
        if (request.begins) this.#begin()
        return this.#run(request)
      case 'commit':
        if (request.begins) this.#begin()
        if (request.statement !== undefined) this.#run(request.statement)
        this.#append(request.act, request.at)
        return this.#commit()
      case 'work':
        return this.#work(request.job, request.input)
      case 'rollback':
        return this.#rollback()
      case 'hold':
        return this.#hold()
      case 'release':
        return this.#release()
      case 'examine':
        return this.#examine(request)
      case 'restore':
        return this.#restore(request.file)
      case 'close':
        return this.#close()
    }
  }

  get #connection(): Connection {
    if (this.#store === undefined) throw new TypeError('the store is not open')
    return this.#store.connection
  }

  #open(target: StoreFile): WorkerAnswers['open'] {
    try {
      this.#store = openFile(target, this.#build)
      return ok({ stoppedUnclean: this.#store.stoppedUnclean })
    } catch (error) {
      return err(refusalOf(error))
    } finally {
      target.key.fill(0)
    }
  }

  #run({ sql, parameters }: StoreStatement): Ran {
    const statement = this.#statement(sql)
    if (statement.reader) return { rows: statement.all(...parameters) }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], changes, insertId: lastInsertRowid }
  }

  #statement(sql: string): Statement {
    const prepared = this.#statements.get(sql)
    if (prepared !== undefined) return prepared
    if (this.#statements.size >= mostStatements) this.#statements.clear()
    const statement = this.#connection.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #begin(): void {
    this.#connection.pragma('query_only=OFF')
    try {
      this.#connection.exec('BEGIN IMMEDIATE')
    } catch (error) {
      // A transaction that is already open goes on; without one, nothing may be written.
      if (!this.#connection.inTransaction) this.#connection.pragma('query_only=ON')
      throw error
    }
  }

  #work(name: string, input: unknown): unknown {
    const job = this.#jobs.find((known) => known.name === name)
    if (job === undefined) throw new TypeError(`the worker has no job ${name}`)
    return job.run(this.#context, input) as unknown
  }

  readonly #context: JobContext = {
    all: (sql, ...parameters) => this.#statement(sql).all(...parameters),
    one: (sql, ...parameters) => this.#statement(sql).get(...parameters),
    run: (sql, ...parameters) => {
      const { changes, lastInsertRowid } = this.#statement(sql).run(...parameters)
      return { changes, insertId: Number(lastInsertRowid) }
    },
    transact: (act, at, work) =>
      this.#within(() => {
        const value = work((one) => this.#append(one, at))
        this.#append(act, at)
        return value
      }),
    tally: (work) => this.#within(work),
  }

  #within<T>(work: () => T): T {
    this.#begin()
    try {
      const value = work()
      this.#commit()
      return value
    } catch (error) {
      this.#rollback()
      throw error
    }
  }

  /** Appends an entry after the head of the chain. */
  #append(act: Act, at: string): void {
    const head = this.#statement(selectHead).get() as ChainHead | undefined
    this.#statement(insertEntry).run(nextEntry(head ?? genesis, act, at))
  }

  #commit(): null {
    this.#connection.exec('COMMIT')
    this.#connection.pragma('query_only=ON')
    return null
  }

  /** SQLite has already rolled back after some errors, such as a full disk. */
  #rollback(): null {
    if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
    this.#connection.pragma('query_only=ON')
    return null
  }

  /** Folds the log into the file and then leaves the file unchanged: new writes go into the log. */
  #hold(): PausedFile {
    if (this.#isPaused) throw new TypeError('the store is held already')
    const connection = this.#connection
    const [folded] = connection.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
    if (folded?.busy !== 0) throw new TypeError('the log could not be folded')
    connection.pragma('wal_autocheckpoint=0')
    this.#isPaused = true
    const read = (name: string): number => Number(connection.pragma(name, { simple: true }))
    return {
      file: connection.name,
      bytes: read('page_count') * read('page_size'),
      version: read('user_version'),
      head: (this.#statement(selectHead).get() as ChainHead | undefined) ?? genesis,
    }
  }

  #release(): boolean {
    const wasPaused = this.#isPaused
    this.#isPaused = false
    if (wasPaused) this.#connection.pragma(`wal_autocheckpoint=${autoCheckpointPages}`)
    return wasPaused
  }

  #examine(target: Pick<StoreFile, 'file' | 'key'>): Result<ExaminedFile, StoreRefusal> {
    try {
      return ok(examineFile(target, this.#build))
    } catch (error) {
      return err(refusalOf(error))
    } finally {
      target.key.fill(0)
    }
  }

  #restore(file: string): WorkerAnswers['restore'] {
    try {
      restoreFile(file, this.#build)
      return ok(null)
    } catch (error) {
      return err(refusalOf(error))
    }
  }

  #close(): null {
    this.#statements.clear()
    // A file that is being copied stays unchanged until the copy knows that it failed.
    if (this.#store && !this.#isPaused) compactIfWorthwhile(this.#store.connection)
    this.#isPaused = false
    this.#store?.close()
    this.#store = undefined
    return null
  }
}

function failureOf(error: unknown): WorkerFailure {
  if (error instanceof Sqlite.SqliteError) return { code: error.code, message: error.message }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'STORE_STATEMENT', message }
}
