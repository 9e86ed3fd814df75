import { useState } from 'react'
import { useSearchParams } from 'react-router'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'

const WORD_MIN = 2

/** What the address asks for; null where it asks for nothing. */
export function useSearched(): string | null {
  const q = useSearchParams()[0].get('q') ?? ''
  return q.length >= WORD_MIN ? q : null
}

/** The field that puts what is searched for into the address. */
export function SearchForm({ label }: { label: string }) {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState(params.get('q') ?? '')
  return (
    <div className={css.bar}>
      <form
        onSubmit={event => {
          event.preventDefault()
          const q = typed.trim()
          setParams(q.length >= WORD_MIN ? { q } : {})
        }}
      >
        <TextField
          label={label}
          type="search"
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <Button type="submit">{t('Search')}</Button>
      </form>
    </div>
  )
}
