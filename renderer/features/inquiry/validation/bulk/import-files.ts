/** How a file arrives: chosen or dropped, alone or replacing another, or as another sheet. */
import { ref, shallowRef, type Ref, type ShallowRef } from 'vue'
import type { ImportDraft } from '../../../../../preload/contract/api/bulk/import.ts'
import type { BulkRun } from '../../../../../preload/contract/api/bulk/run.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../../state/bridge.ts'
import { readDropped } from '../../../../state/dropped-file.ts'
import { mostNameLength } from './import-entries.ts'

/** Ends the name of a run of corrected rows. */
const correctedEnd = ', corrected'

/** A replacement of the current file that waits for a confirmation. */
export interface PendingDiscard {
  readonly by: 'replace' | 'sheet' | 'discard'
  readonly act: () => Promise<void>
}

interface FileDeps {
  readonly draft: Readonly<ShallowRef<ImportDraft | undefined>>
  readonly isEntered: Readonly<Ref<boolean>>
  /** A cell of the file was corrected. */
  readonly isEdited: Readonly<Ref<boolean>>
  readonly failure: ShallowRef<Failure | undefined>
  /** `name`: the name of the run, if the draft corrects the held-back rows of one. */
  readonly take: (draft: ImportDraft, name?: string) => void
  /** Discards the file and all its input. */
  readonly discard: () => void
}

/** `take` gets each file that was read. */
export function useImportFiles({ draft, isEntered, isEdited, failure, take, discard }: FileDeps) {
  /** A file is being read, or the run is being started. */
  const busy = ref<'reading' | 'starting'>()
  /** Why a dropped file was not accepted. */
  const refusal = shallowRef<{ readonly title: string; readonly reason: string }>()
  const pendingDiscard = shallowRef<PendingDiscard>()

  async function receive(
    call: () => Promise<Result<ImportDraft | null, Failure>>,
    discardFile: boolean,
    name?: string,
  ): Promise<void> {
    if (busy.value) return
    busy.value = 'reading'
    failure.value = undefined
    refusal.value = undefined
    const before = draft.value?.draftId
    const answer = await call()
    busy.value = undefined
    if (!answer.ok) failure.value = answer.error
    if (!answer.ok || answer.value === null) return
    take(answer.value, name)
    if (discardFile && before !== undefined && before !== answer.value.draftId) {
      void bridge().bulk.discard({ draftId: before })
    }
  }
  /** A file without rows and without input is no loss. */
  const mayReplace = (): boolean =>
    draft.value === undefined || (draft.value.rows === 0 && !isEntered.value)
  async function orReplace(act: () => Promise<void>): Promise<void> {
    if (mayReplace()) await act()
    else pendingDiscard.value = { by: 'replace', act }
  }
  /** Main shows the file dialog. */
  const choose = (): Promise<void> =>
    orReplace(() => receive(() => bridge().bulk.selectFile(), true))
  /** Opens the held-back rows of an ended run. Main shows the file dialog if it needs the file. */
  const correct = ({ id, name }: Pick<BulkRun, 'id' | 'name'>): Promise<void> =>
    orReplace(() =>
      receive(
        () => bridge().bulk.correctHeldBack({ id }),
        true,
        `${name.replace(correctedEnd, '').slice(0, mostNameLength - correctedEnd.length)}${correctedEnd}`,
      ),
    )
  /** Reads a dropped file if it is acceptable. */
  async function drop(files: readonly File[]): Promise<void> {
    refusal.value = undefined
    const dropped = await readDropped(files)
    if (dropped.kind === 'refused') {
      refusal.value = dropped
      return
    }
    const { name, base64 } = dropped
    await orReplace(() => receive(() => bridge().bulk.takeFile({ name, base64 }), true))
  }
  /** Reads another sheet; corrected cells are lost only after a confirmation. */
  async function chooseSheet(sheet: string): Promise<void> {
    const act = (): Promise<void> =>
      receive(
        () => bridge().bulk.chooseSheet({ draftId: draft.value?.draftId ?? '', sheet }),
        false,
      )
    if (isEdited.value) pendingDiscard.value = { by: 'sheet', act }
    else await act()
  }

  /** Discards the file, at once if it has no input. */
  function promptDiscard(): void {
    if (!isEntered.value) {
      discard()
      return
    }
    const act = (): Promise<void> => {
      discard()
      return Promise.resolve()
    }
    pendingDiscard.value = { by: 'discard', act }
  }
  /** The confirmation. */
  async function discardFile(): Promise<void> {
    const act = pendingDiscard.value?.act
    pendingDiscard.value = undefined
    await act?.()
  }
  function forget(): void {
    refusal.value = undefined
    pendingDiscard.value = undefined
  }
  return {
    busy,
    refusal,
    pendingDiscard,
    choose,
    drop,
    correct,
    chooseSheet,
    promptDiscard,
    discardFile,
    forget,
  }
}
