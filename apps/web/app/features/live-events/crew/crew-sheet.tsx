import { PRODUCT } from '@parley/contract/product'
import { UserMinus, Users } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { msg, t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/form/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Waiting } from '../../../ui/waiting/spinner.tsx'
import css from './crew.module.css'
import { type CrewDesk, type CrewField, createCrew, isFull } from './crew.ts'

const showFailure = (error: unknown) => alerts.error(errorText(error))

const WORDS = {
  ushers: {
    button: msg('Ushers'),
    title: msg('Who helps with the line?'),
    about: msg(
      'Ushers see the line and order it: they move, skip and remove who waits, pause it, and tell everybody how things stand. They join no call.',
    ),
    none: msg('Nobody yet: you do all of it yourself.'),
    full: msg('These are all: a line has at most 5 ushers.'),
    add: msg('Add usher'),
  },
  moderators: {
    button: msg('Moderators'),
    title: msg('Who helps with the chat?'),
    about: msg('Moderators hide lines and mute who wrote them. To be there they need a place, as everybody.'),
    none: msg('Nobody yet: you do all of it yourself.'),
    full: msg('These are all: an event has at most 5 moderators.'),
    add: msg('Add moderator'),
  },
} as const

interface CrewButtonProps {
  slug: string
  field: CrewField
  /** The link that the helpers need. */
  more?: ReactNode
}

/** The owner of an event names helpers: for the line of a queue, or for the chat of a broadcast. */
export function CrewButton({ slug, field, more }: CrewButtonProps) {
  const [crew] = useState(() =>
    createCrew({ field, path: `/api/${PRODUCT}/${encodeURIComponent(slug)}/event/crew/`, api }),
  )
  const [isOpen, setOpen] = useState(false)
  const words = WORDS[field]
  const open = () => {
    setOpen(true)
    crew.load().catch(error => {
      setOpen(false)
      showFailure(error)
    })
  }
  return (
    <>
      <Button icon={<Users size={18} aria-hidden="true" />} onClick={open}>
        {t(words.button)}
      </Button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t(words.title)} description={t(words.about)}>
        <CrewForm crew={crew} field={field} />
        {more}
      </Sheet>
    </>
  )
}

function CrewForm({ crew, field }: { crew: CrewDesk; field: CrewField }) {
  const words = WORDS[field]
  const { names, sending, error } = useStore(crew)
  const [typed, setTyped] = useState('')
  const form = useRef<HTMLFormElement>(null)
  if (!names) return <Waiting>{t('One moment')}</Waiting>
  const add = (event: FormEvent) => {
    event.preventDefault()
    crew
      .add(typed)
      .then(isNamed => isNamed && setTyped(''))
      .catch(showFailure)
  }
  const remove = (username: string) => {
    // The pressed button disappears with its row.
    form.current?.querySelector('input')?.focus()
    crew.remove(username).catch(showFailure)
  }
  return (
    <>
      {names.length === 0 ? (
        <p className={css.none}>{t(words.none)}</p>
      ) : (
        <ul className={css.list}>
          {names.map(username => (
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
          hint={isFull(field, names) ? t(words.full) : undefined}
          error={error ?? undefined}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <Button type="submit" wide busy={sending === 'add'}>
          {t(words.add)}
        </Button>
      </form>
    </>
  )
}
