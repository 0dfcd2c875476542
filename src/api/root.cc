#include "api/root.h"

#include <array>

#include "api/answers/errors.h"
#include "api/interface/list_frame.h"
#include "formats/json/text.h"
#include "model/resources.h"
#include "model/units/field.h"

extern "C" {
extern const char orgreg_version_notes[], orgreg_version_notes_end[];
extern const char orgreg_plan_notes[], orgreg_plan_notes_end[];
}

namespace orgreg::api {

void ShowRoot(const Context& context, Answer* answer) {
  const search::Problems problems = RefuseArguments(context.query);
  if (!problems.empty()) {
    return AnswerProblems(problems, context.language, context.request.raw_path, &answer->response);
  }
  // Spec, Reference lists: the links of the root; reference, Root and versions: their order.
  constexpr std::array kCollections = {
      model::kEntities,      model::kSubEntities,      model::kForms,
      model::kEntityUpdates, model::kSubEntityUpdates, model::kMunicipalities};
  std::string& body = answer->response.body();
  const auto append_href = [&](std::string_view name, std::string_view collection) {
    formats::AppendJsonString(name, &body);
    body.append(":{\"href\":\"").append(context.origin).append(model::kApiPath);
    if (!collection.empty()) body.append("/").append(collection);
    body.append("\"}");
  };
  body.push_back('{');
  formats::AppendJsonString(model::kLinksName, &body);
  body.append(":{");
  append_href("self", "");
  for (const std::string_view collection : kCollections) {
    body.push_back(',');
    append_href(collection, collection);
  }
  body.append("}}");
}

void ShowVersionNotes(const Context& /*context*/, Answer* answer) {
  answer->response.body().append(orgreg_version_notes, orgreg_version_notes_end);
}

void ShowPlanNotes(const Context& /*context*/, Answer* answer) {
  answer->response.body().append(orgreg_plan_notes, orgreg_plan_notes_end);
}

}  // namespace orgreg::api
