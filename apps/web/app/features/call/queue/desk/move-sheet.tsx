import { type FormEvent, useState } from 'react'
import { errorText } from '../../../../api/errors.ts'
import { msg, t } from '../../../../language/text.ts'
import { useStore } from '../../../../store/use-store.ts'
import { alerts } from '../../../../ui/alerts/alerts.ts'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/form/field.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import type { InLine } from '../host/host-words.ts'
import { behindOf, type LineDesk, type MoveTo } from './line-desk.ts'
import css from './move-sheet.module.css'

interface MoveSheetProps {
  desk: LineDesk
  fan: InLine | null
  onClose: () => void
  onDone: (words: string) => void
}

/** Moves a fan over any distance: to the front, or right behind the number of another fan. */
export function MoveSheet({ desk, fan, onClose, onDone }: MoveSheetProps) {
  const name = fan?.name ?? ''
  return (
    <Sheet
      open={fan !== null}
      onOpenChange={open => {
        if (!open) onClose()
      }}
      title={t('Where does @{name} go?', { name })}
      description={t('Everybody keeps their number: only the order changes.')}
    >
      {fan && <MoveForm {...{ desk, fan, onClose, onDone }} />}
    </Sheet>
  )
}

function MoveForm({ desk, fan, onClose, onDone }: MoveSheetProps & { fan: InLine }) {
  const { shown, sending } = useStore(desk)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const { name, place } = fan
  const isFirst = !shown || behindOf(shown, place, 'front') === undefined
  const move = (to: MoveTo, words: string) =>
    desk
      .move(place, to)
      .then(sent => {
        if (sent === 'not sent') return
        onDone(words)
        onClose()
      })
      .catch((failure: unknown) => alerts.error(errorText(failure)))
  const moveBehind = (event: FormEvent) => {
    event.preventDefault()
    const to = { behind: Number(typed) }
    if (!shown || behindOf(shown, place, to) === undefined)
      return setError(msg('Nobody else who waits has this number.'))
    void move(to, t('@{name} comes after number {number} now.', { name, number: to.behind }))
  }
  return (
    <>
      <Button
        wide
        variant="primary"
        aria-disabled={isFirst || undefined}
        busy={sending !== null}
        onClick={() => {
          if (!isFirst) void move('front', t('@{name} is at the front now.', { name }))
        }}
      >
        {isFirst ? t('At the front already') : t('To the front')}
      </Button>
      <form className={css.form} onSubmit={moveBehind} noValidate>
        <TextField
          label={t('Behind number')}
          inputMode="numeric"
          autoComplete="off"
          error={error}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setError(undefined)
          }}
        />
        <Button type="submit" wide busy={sending !== null}>
          {t('Move behind this number')}
        </Button>
      </form>
    </>
  )
}
