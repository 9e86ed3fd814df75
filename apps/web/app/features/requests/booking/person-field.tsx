import type { InfluencerCard, Page } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { api } from '../../../api/browser.ts'
import { priceText } from '../../../language/prices.ts'
import { plural, t } from '../../../language/text.ts'
import { classes } from '../../../ui/classes.ts'
import { TextField } from '../../../ui/form/field.tsx'
import { Portrait } from '../../../ui/portrait.tsx'
import css from './person-field.module.css'

/** The search starts when a person stops typing for this long. */
const TYPED_AFTER_MS = 200
const SHOWN_MAX = 5

interface PersonFieldProps {
  field: UseFormRegisterReturn<'username'>
  /** The text in the field. */
  value: string
  error: string | undefined
  onPick: (username: string) => void
}

function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), TYPED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

/** Influencers whose names begin with these words. */
function usePeople(words: string) {
  const { data } = useQuery({
    queryKey: ['people', words],
    enabled: words !== '',
    queryFn: ({ signal }) => {
      const query = new URLSearchParams({ q: words, kind: 'influencers', page_size: String(SHOWN_MAX) })
      return api.get<Page<InfluencerCard>>(`/api/explore/?${query}`, { signal })
    },
  })
  return words === '' ? [] : (data?.results ?? [])
}

/** The field for the influencer: a combobox (ARIA practices) that searches by name, with image and price. */
export function PersonField({ field, value, error, onPick }: PersonFieldProps) {
  const id = useId()
  const [isTyping, setTyping] = useState(false)
  const [at, setAt] = useState(-1)
  const words = useDebounced(value.trim().replace(/^@/, ''))
  const people = usePeople(isTyping ? words : '')
  const isOpen = isTyping && people.length > 0
  const pick = (username: string) => {
    setTyping(false)
    setAt(-1)
    onPick(username)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const active = people[at]
    if (!isOpen) return
    if (event.key === 'ArrowDown') setAt((at + 1) % people.length)
    else if (event.key === 'ArrowUp') setAt(at <= 0 ? people.length - 1 : at - 1)
    else if (event.key === 'Escape') setTyping(false)
    else if (event.key === 'Enter' && active) pick(active.user.username)
    else return
    event.preventDefault()
  }
  return (
    <div className={css.field}>
      <TextField
        label={t('Who')}
        prefix="@"
        placeholder={t('username')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('The influencer you want to talk to.')}
        error={error}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-activedescendant={isOpen && at >= 0 ? `${id}-${at}` : undefined}
        onKeyDown={onKeyDown}
        {...field}
        onChange={event => {
          setTyping(true)
          setAt(-1)
          return field.onChange(event)
        }}
        onBlur={event => {
          setTyping(false)
          return field.onBlur(event)
        }}
      />
      <p className="visually-hidden" aria-live="polite">
        {isOpen && plural(people.length, { one: '{count} person found', other: '{count} people found' })}
      </p>
      <div id={id} role="listbox" aria-label={t('People found')} className={css.people} hidden={!isOpen}>
        {people.map(({ user, profile, amount }, i) => (
          <div
            key={user.id}
            id={`${id}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            className={classes(css.person, i === at && css.active)}
            // The field keeps the focus, so its blur does not come before the pick.
            onPointerDown={event => event.preventDefault()}
            onClick={() => pick(user.username)}
            onKeyDown={onKeyDown}
          >
            <Portrait name={user.username} picture={profile.picture} sizes="44px" className={css.portrait} />
            <span className={css.name}>
              <strong>
                {user.first_name} {user.last_name}
              </strong>
              <small>@{user.username}</small>
            </span>
            <span className={css.price}>{priceText(amount)}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
