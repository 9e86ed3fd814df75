import type { BlockPreview } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { blockWords } from './block-words.ts'
import css from './safety.module.css'

export interface BlockSheetProps {
  person: { id: string; username: string }
  open: boolean
  onOpenChange: (open: boolean) => void
  onBlocked: () => void
}

/** Asks before a block, and says what happens to the money. */
export function BlockSheet({ person, open, onOpenChange, onBlocked }: BlockSheetProps) {
  const [preview, setPreview] = useState<BlockPreview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const name = person.username
  const path = `/api/user/${person.id}/block/`
  useEffect(() => {
    if (!open) return
    const abort = new AbortController()
    setPreview(null)
    setProblem(null)
    api
      .get<BlockPreview>(path, { signal: abort.signal })
      .then(setPreview)
      .catch(error => abort.signal.aborted || setProblem(errorText(error)))
    return () => abort.abort()
  }, [open, path])
  async function block() {
    setBusy(true)
    setProblem(null)
    try {
      await api.post(path)
      onBlocked()
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('Block @{name}?', { name })}
      description={t(
        'Neither of you finds the other any more: no profile, no booking, no call. @{name} is not told. You can take it back in your settings.',
        { name },
      )}
      actions={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('Cancel')}</Button>
          <Button variant="danger" busy={busy} disabled={preview === null} onClick={() => void block()}>
            {t('Block @{name}', { name })}
          </Button>
        </>
      }
    >
      <div className={css.consequences}>
        {preview === null && problem === null && (
          <Waiting>{t('Looking at what is open between you')}</Waiting>
        )}
        {preview?.ends.length === 0 && <p>{t('Nothing is open between you.')}</p>}
        {preview && preview.ends.length > 0 && (
          <ul>
            {preview.ends.map(end => (
              <li key={end.slug}>{blockWords(end, name)}</li>
            ))}
          </ul>
        )}
        {problem !== null && <ProblemNote>{problem}</ProblemNote>}
      </div>
    </Sheet>
  )
}
