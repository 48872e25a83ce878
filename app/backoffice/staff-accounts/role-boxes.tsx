import { rolePermissions, staffRoles, type StaffRole } from '#app/platform/access.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { newlyGuarded } from './guarded-roles.ts';

/** One box per role: what it may do as a count, and whether giving it takes a second person. */
export function RoleBoxes({ chosen, legend }: { readonly chosen: readonly StaffRole[]; readonly legend: string }) {
  const t = useTexts('staff-users');
  const names = useTexts('staff');
  return (
    <fieldset className="su-roles">
      <legend className="su-label">{legend}</legend>
      {staffRoles.map((role) => (
        <label key={role}>
          <input type="checkbox" name="role" value={role} defaultChecked={chosen.includes(role)} />
          <span>
            {names(`roles.${role}`)}
            <small>
              {t('rights', { count: rolePermissions[role].length })}
              {newlyGuarded([], [role]).length > 0 && ` · ${t('guarded')}`}
            </small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
