/** /profiles/new and /profiles/$name/edit: the editor, with an empty page, a copy, or the newest version. */
import { getRouteApi } from "@tanstack/react-router";
import { EditProfile, NewProfile } from "@/features/profiles/profile-editor";

const newRoute = getRouteApi("/shell/profiles/new");
const editRoute = getRouteApi("/shell/profiles/$name/edit");

export function NewProfileRoute() {
  const { from } = newRoute.useSearch();
  const navigate = newRoute.useNavigate();
  return (
    <NewProfile
      key={from}
      from={from}
      saved={({ name }) => void navigate({ to: "/profiles/$name", params: { name } })}
    />
  );
}

export function EditProfileRoute() {
  const { name } = editRoute.useParams();
  const navigate = editRoute.useNavigate();
  return (
    <EditProfile key={name} name={name} saved={() => void navigate({ to: "/profiles/$name", params: { name } })} />
  );
}
