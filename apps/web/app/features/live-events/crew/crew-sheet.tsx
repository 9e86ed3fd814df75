import { PRODUCT } from '@parley/contract/product'
import { UserMinus, Users } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Waiting } from '../../../ui/waiting/spinner.tsx'
import css from './crew.module.css'
import { type CrewDesk, createCrew, isFull } from './crew.ts'

const tellFailure = (error: unknown) => alerts.error(errorText(error))

/** The owner of a queue names who orders its line beside them; `more` is the way to send them there. */
export function CrewButton({ slug, more }: { slug: string; more?: ReactNode }) {
  const [crew] = useState(() =>
    createCrew({ path: `/api/${PRODUCT}/${encodeURIComponent(slug)}/event/crew/`, api }),
  )
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setOpen(true)
    crew.load().catch(error => {
      setOpen(false)
      tellFailure(error)
    })
  }
  return (
    <>
      <Button icon={<Users size={18} aria-hidden="true" />} onClick={open}>
        {t('Ushers')}
      </Button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('Who helps with the line?')}
        description={t(
          'Ushers see the line and order it: they move, skip and remove who waits, and pause it. They join no call.',
        )}
      >
        <CrewForm crew={crew} />
        {more}
      </Sheet>
    </>
  )
}

function CrewForm({ crew }: { crew: CrewDesk }) {
  const { ushers, sending, error } = useStore(crew)
  const [typed, setTyped] = useState('')
  const form = useRef<HTMLFormElement>(null)
  if (!ushers) return <Waiting>{t('One moment')}</Waiting>
  const add = (event: FormEvent) => {
    event.preventDefault()
    crew
      .add(typed)
      .then(isNamed => isNamed && setTyped(''))
      .catch(tellFailure)
  }
  const remove = (username: string) => {
    // The pressed button goes away with its row.
    form.current?.querySelector('input')?.focus()
    crew.remove(username).catch(tellFailure)
  }
  return (
    <>
      {ushers.length === 0 ? (
        <p className={css.none}>{t('Nobody yet: you do all of it yourself.')}</p>
      ) : (
        <ul className={css.list}>
          {ushers.map(username => (
            <li key={username} className={css.usher}>
              <span className={css.name}>@{username}</span>
              <IconButton
                label={t('Take out @{name}', { name: username })}
                aria-disabled={sending !== null || undefined}
                onClick={() => remove(username)}
              >
                <UserMinus size={20} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <form ref={form} className={css.form} onSubmit={add} noValidate>
        <TextField
          label={t('Username')}
          prefix="@"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={isFull(ushers) ? t('These are all: a line has at most 5 ushers.') : undefined}
          error={error ?? undefined}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <Button type="submit" wide busy={sending === 'add'}>
          {t('Add usher')}
        </Button>
      </form>
    </>
  )
}
