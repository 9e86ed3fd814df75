import { type ChangeRole, STAFF_ROLES, type StaffRole, type StaffStandingPerson } from '@parley/contract'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/form/field.tsx'
import { rolesText } from './code-words.ts'
import { ActNote, isReason, ReasonField } from './reason-field.tsx'
import css from './staff.module.css'

interface RoleFormProps {
  person: StaffStandingPerson
  onChange: (act: ChangeRole) => void
  waits: boolean
  problem: string | null
  busy: boolean
}

/** Gives or removes a role; another admin confirms it. */
export function RoleForm({ person, onChange, waits, problem, busy }: RoleFormProps) {
  const [role, setRole] = useState<StaffRole>('support')
  const [reason, setReason] = useState('')
  const { roles, version } = person
  const change = roles.includes(role) ? 'revoke' : 'grant'
  return (
    <Card className={css.form}>
      <h2>{t('Roles')}</h2>
      <p>
        {roles.length === 0
          ? t('They do not work at the desk.')
          : t('They are here as {roles}.', { roles: rolesText(roles) })}
      </p>
      <Select
        label={t('Role')}
        value={role}
        onChange={event => setRole(STAFF_ROLES.find(each => each === event.target.value) ?? 'support')}
      >
        {STAFF_ROLES.map(each => (
          <option key={each} value={each}>
            {rolesText([each])}
          </option>
        ))}
      </Select>
      <ReasonField reason={reason} onReason={setReason} />
      <ActNote problem={problem} waits={waits} />
      <Button
        busy={busy}
        disabled={!isReason(reason)}
        onClick={() => onChange({ role, change, reason, version })}
      >
        {change === 'grant' ? t('Ask to give this role') : t('Ask to take this role')}
      </Button>
    </Card>
  )
}
