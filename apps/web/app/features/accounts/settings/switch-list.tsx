import type { ReactNode } from 'react'
import { useStore } from '../../../store/use-store.ts'
import { Switch } from '../../../ui/form/switch.tsx'
import type { SettingSwitches, SwitchName } from './setting-switches.ts'
import css from './settings.module.css'

export interface SwitchLine {
  name: SwitchName
  label: string
  about?: string
}

/** Switches that save themselves, one a line. */
export function SwitchList({ switches, lines }: { switches: SettingSwitches; lines: readonly SwitchLine[] }) {
  const values = useStore(switches)
  return (
    <SwitchLines>
      {lines.map(({ name, label, about }) => (
        <Switch
          key={name}
          label={label}
          about={about}
          checked={values[name]}
          onChange={on => void switches.set(name, on)}
        />
      ))}
    </SwitchLines>
  )
}

/** Switches under each other, with a hairline between. */
export function SwitchLines({ children }: { children: ReactNode }) {
  return <div className={css.switches}>{children}</div>
}
